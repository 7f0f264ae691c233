// SPDX-License-Identifier: MIT
//
// wgdesc-verify's options and reports, which need no GPU.
#include <cjson/cJSON.h>
#include <unistd.h>

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" {
#include <cmocka.h>
}

#include "common/chips.h"
#include "common/failure.h"
#include "common/json.h"
#include "common/option_table.h"
#include "common/output.h"
#include "common/sha256.h"
#include "verify/report.h"
#include "verify/verify_options.h"

using namespace wgv;

namespace
{

// False with what is said of it when the command line is refused.
bool parse(std::vector<const char *> args, verify_options &o, std::string &error)
{
    args.insert(args.begin(), "wgdesc-verify");
    std::vector<char *> argv;
    for (const char *a : args) {
        argv.push_back(const_cast<char *>(a));
    }
    argv.push_back(nullptr);
    error.clear();
    try {
        o = read_verify_options((int)args.size(), argv.data());
    } catch (const failure &f) {
        assert_int_equal(f.status, EXIT_USAGE);
        error = f.text();
    }
    return error.empty();
}

void options_are_read(void **)
{
    verify_options o;
    std::string error;
    assert_true(parse({"--list", "--filter", "gemm/*", "--seed=0x10", "--shard", "2/3", "--repeat",
                       "4", "--junit", "x.xml", "--evidence", "e.json", "--json", "--progress"},
                      o, error));
    assert_true(o.list && o.json && o.progress && !o.tap && o.filter == "gemm/*" && o.seed == 16);
    assert_true(o.shard == 2 && o.shards == 3 && o.repeat == 4 && o.junit == "x.xml");
    assert_true(o.evidence == "e.json");
    assert_true(parse({"--case", "map/f16/a/k/n64", "--tap"}, o, error));
    assert_true(o.one_case == "map/f16/a/k/n64" && o.tap);
    assert_true(parse({"--device", "all"}, o, error) && o.device == "all");
    assert_true(parse({"--device", "3"}, o, error) && o.device == "3");
    assert_true(parse({"-h"}, o, error) && o.help);
    assert_true(parse({"-V"}, o, error) && o.version);
}

void bad_options_are_refused(void **)
{
    const std::vector<std::vector<const char *>> bad = {
        {"--lst"},          {"--shard", "0/2"},
        {"--shard", "3/2"}, {"--shard", "1"},
        {"--shard", "1/x"}, {"--seed", "-1"},
        {"--seed", "x"},    {"--seed", "99999999999999999999"},
        {"--repeat", "0"},  {"--repeat"},
        {"--filter", ""},   {"--json", "--tap"},
        {"extra"},          {"--descriptors", "0"},
        {"--device", "x"},  {"--device", "-1"}};
    for (const auto &args : bad) {
        verify_options o;
        std::string error;
        assert_false(parse(args, o, error));
        assert_false(error.empty());
    }
    verify_options o;
    std::string error;
    parse({"--shard", "3/2"}, o, error);
    assert_true(error.find("(--shard: got 3/2, want I/N") != std::string::npos);
}

// Digits or 0x and hexadecimal digits, and nothing that strtoull would also take.
void numbers_are_read(void **)
{
    const struct {
        const char *text;
        bool good;
        uint64_t value;
    } rows[] = {{"0", true, 0},
                {"010", true, 10},
                {"0x1F", true, 31},
                {"18446744073709551615", true, UINT64_MAX},
                {"0xffffffffffffffff", true, UINT64_MAX},
                {"18446744073709551616", false, 0},
                {"0x10000000000000000", false, 0},
                {"", false, 0},
                {"0x", false, 0},
                {"x1", false, 0},
                {"0X1", false, 0},
                {"-1", false, 0},
                {"+1", false, 0},
                {" 1", false, 0},
                {"1 ", false, 0},
                {"1e3", false, 0}};
    for (const auto &r : rows) {
        uint64_t v = 0;
        assert_int_equal(read_number(r.text, 0, UINT64_MAX, v), r.good);
        assert_true(v == r.value);
    }
    uint64_t v = 7;
    assert_false(read_number("4", 5, 9, v) || read_number("10", 5, 9, v));
    assert_true(v == 7 && read_number("5", 5, 9, v) && v == 5 && read_number("9", 5, 9, v));
}

void sizes_are_read(void **)
{
    assert_true(read_sizes("12", 99) == std::vector<int64_t>({12}));
    assert_true(read_sizes("1x22x99", 99) == std::vector<int64_t>({1, 22, 99}));
    for (const char *bad :
         {"", "x", "1x", "x1", "1xx1", "1x100", "0x1x1", "1x0x1", "1x-1", "1 x1"}) {
        assert_true(read_sizes(bad, 99).empty());
    }
}

void help_names_every_option(void **)
{
    const std::string help = verify_help();
    for (const char *name :
         {"--list", "--filter", "--case", "--seed", "--shard", "--repeat", "--json", "--junit",
          "--tap", "--evidence", "--progress", "--help", "--version", "--descriptors"}) {
        assert_true(help.find(name) != std::string::npos);
    }
    size_t width = 0, at = 0;
    for (const char c : help) {
        at = c == '\n' ? 0 : at + 1;
        width = at > width ? at : width;
    }
    assert_true(width <= 80);
}

void filters_match(void **)
{
    const std::string name = "gemm/f32.f16.f16/n64/a=regs/b=k.128B/1x1x4/order=12/d=0";
    assert_true(filter_matches("f16.f16/n64/", name));
    assert_true(filter_matches("gemm/*/n64/*", name));
    assert_true(filter_matches("map/*,gemm/*", name));
    assert_true(filter_matches("nothing,b=k.128B", name));
    assert_false(filter_matches("gemm/*/n6/*", name));
    assert_false(filter_matches("map/*", name));
    assert_false(filter_matches(",", name));
}

run_report sample()
{
    run_report r;
    r.version = "0.1.0";
    r.device = "A \"GPU\" <&> \x01\xff";
    r.families["gemm/f32.f16.f16"] = {10, 1, 4096, 0, {}};
    r.families["map/f16/a/k"] = {2, 0, 2048, 1000, {}};
    r.families["control/f16"] = {3, 0, 0, 0, {{"caught", 2}, {"unread", 1}}};
    r.failures.push_back({"gemm/f32.f16.f16", "gemm/x", "expected <1> & got \"2\"\n",
                          "wgdesc-verify --case 'gemm/x' --seed 1"});
    r.notes.push_back("caught: \"x\"");
    r.seconds["gemm_gpu"] = 0.25;
    r.seconds["map_gpu"] = 0.5;
    return r;
}

void json_is_json(void **)
{
    for (const std::string &text : {report_json(sample()), report_evidence(sample(), "D", "S")}) {
        cJSON *j = cJSON_Parse(text.c_str());
        assert_non_null(j);
        assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(j, "ok")));
        assert_int_equal(cJSON_GetObjectItemCaseSensitive(j, "cases")->valueint, 15);
        assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(j, "families")), 3);
        const cJSON *failure =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(j, "failures"), 0);
        assert_string_equal(cJSON_GetObjectItemCaseSensitive(failure, "message")->valuestring,
                            "expected <1> & got \"2\"\n");
        assert_string_equal(cJSON_GetObjectItemCaseSensitive(j, "device")->valuestring,
                            "A \"GPU\" <&> \x01?");
        assert_string_equal(
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(j, "notes"), 0)->valuestring,
            "caught: \"x\"");
        cJSON_Delete(j);
    }
    cJSON *e = cJSON_Parse(report_evidence(sample(), "2026", "abc").c_str());
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(e, "date")->valuestring, "2026");
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(e, "program_sha256")->valuestring, "abc");
    cJSON_Delete(e);
    assert_string_equal(json_escape("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc3").c_str(),
                        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80?");
}

void tap_counts(void **)
{
    const std::string tap = report_tap(sample());
    assert_true(tap.find("not ok 2 - gemm/f32.f16.f16 (10 cases)\n# gemm/x: ") !=
                std::string::npos);
    assert_true(tap.find("ok 3 - map/f16/a/k (2 cases)\n") != std::string::npos);
    assert_true(tap.substr(tap.size() - 5) == "1..3\n");
}

// Well-formed as far as a stack of tags shows; xmllint looks closer in tests/kernels/verify.t.
void junit_is_well_formed(void **)
{
    const std::string xml = report_junit(sample());
    std::vector<std::string> open;
    for (size_t at = xml.find("?>"); (at = xml.find('<', at)) != std::string::npos;) {
        const size_t end = xml.find('>', at);
        std::string tag = xml.substr(at + 1, end - at - 1);
        at = end;
        if (tag[0] == '/') {
            assert_false(open.empty());
            assert_string_equal(open.back().c_str(), tag.c_str() + 1);
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(tag.substr(0, tag.find(' ')));
        }
    }
    assert_true(open.empty());
    assert_true(xml.find("tests=\"3\" failures=\"1\"") != std::string::npos);
    assert_true(xml.find("expected &lt;1&gt; &amp; got &quot;2&quot;") != std::string::npos);
    assert_string_equal(xml_escape("a\x02<").c_str(), "a?&lt;");
}

// What a device has no code for is told in every form, and counts as neither passed nor failed.
void skips_are_said(void **)
{
    run_report r = sample();
    assert_true(report_json(r).find("skipped") == std::string::npos);
    r.skipped["tcgen05/cp/128x256b"] = {3, chips_needed(CHIPS_TCGEN05)};
    r.skipped["tcgen05/map/s8"] = {4, chips_needed(CHIP_100)};
    const std::string needs = "tcgen05 needs compute capability 10.0 or 10.3";
    const std::string text = report_text(r), tap = report_tap(r), xml = report_junit(r);
    assert_true(text.find("skip tcgen05/cp/128x256b  3 cases: " + needs + "\n") !=
                std::string::npos);
    assert_true(text.find("14 passed, 1 failed, 7 skipped\n") != std::string::npos);
    assert_true(tap.find("ok 4 - tcgen05/cp/128x256b (3 cases) # SKIP " + needs + "\n") !=
                std::string::npos);
    assert_true(tap.substr(tap.size() - 5) == "1..5\n");
    assert_true(xml.find("tests=\"5\" failures=\"1\" skipped=\"2\"") != std::string::npos);
    assert_true(xml.find("<skipped message=\"" + needs + "\"/>") != std::string::npos);
    cJSON *j = cJSON_Parse(report_json(r).c_str());
    assert_int_equal(cJSON_GetObjectItemCaseSensitive(j, "cases")->valueint, 15);
    const cJSON *s = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(j, "skipped"), 1);
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(s, "family")->valuestring,
                        "tcgen05/map/s8");
    assert_int_equal(cJSON_GetObjectItemCaseSensitive(s, "cases")->valueint, 4);
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(s, "needs")->valuestring,
                        "tcgen05 needs compute capability 10.0");
    cJSON_Delete(j);
}

void chips_are_told_apart(void **)
{
    assert_true(chip_of(9, 0) == CHIP_90 && chip_of(10, 0) == CHIP_100 &&
                chip_of(10, 3) == CHIP_103);
    // the code of an architecture-specific target runs on nothing else
    assert_true(chip_of(8, 0) == 0 && chip_of(10, 1) == 0 && chip_of(12, 0) == 0);
    assert_string_equal(chips_needed(CHIP_90).c_str(), "wgmma needs compute capability 9.0");
    assert_string_equal(chips_needed(CHIP_90 | CHIPS_TCGEN05).c_str(),
                        "wgmma or tcgen05 needs compute capability 9.0 or 10.0 or 10.3");
}

void text_ends_with_the_count(void **)
{
    const std::string text = report_text(sample());
    assert_true(text.find("FAIL gemm/f32.f16.f16") != std::string::npos);
    assert_true(text.find("again: wgdesc-verify --case 'gemm/x' --seed 1") != std::string::npos);
    assert_true(text.find("\ncaught: \"x\"\n") != std::string::npos);
    assert_true(text.find("1000 descriptors in 0.50 s") != std::string::npos);
    assert_true(text.find("\n14 passed, 1 failed\n") != std::string::npos);
    run_report good = sample();
    good.families["gemm/f32.f16.f16"].failed = 0;
    assert_true(good.ok() && !sample().ok());
}

void digest_is_sha256(void **)
{
    assert_string_equal(sha256_hex("").c_str(),
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_string_equal(sha256_hex("abc").c_str(),
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_string_equal(
        sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").c_str(),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assert_string_equal(sha256_hex(std::string(1000000, 'a')).c_str(),
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// What is said when fn throws a failure of this status; "" when it throws none.
template <class FN> std::string said(exit_status status, FN fn)
{
    try {
        fn();
    } catch (const failure &f) {
        return f.status == status ? f.text() : "another status";
    }
    return "";
}

void files_are_whole_or_absent(void **)
{
    const std::string path = "/tmp/wgv_report_" + std::to_string(getpid());
    write_file(path, "one\n");
    write_file(path, "two\n");
    std::ifstream f(path);
    assert_string_equal(std::string((std::istreambuf_iterator<char>(f)), {}).c_str(), "two\n");
    assert_int_equal(remove(path.c_str()), 0);
    const std::string error = said(EXIT_ERROR, [] { write_file("/nonexistent/x.json", "one\n"); });
    assert_true(error.find("/nonexistent/x.json: No such file") == 0);
}

// A link (as /dev/stdout is) is written through, and not replaced by a file.
void links_stay(void **)
{
    const std::string path = "/tmp/wgv_report_" + std::to_string(getpid()), link = path + ".link";
    assert_int_equal(symlink(path.c_str(), link.c_str()), 0);
    write_file(link, "through\n");
    char to[256] = "";
    assert_true(readlink(link.c_str(), to, sizeof to - 1) > 0);
    assert_string_equal(to, path.c_str());
    std::ifstream f(path);
    assert_string_equal(std::string((std::istreambuf_iterator<char>(f)), {}).c_str(), "through\n");
    assert_int_equal(remove(link.c_str()), 0);
    assert_int_equal(remove(path.c_str()), 0);
    check_writable(path);
    check_writable("");
    const std::string error = said(EXIT_ERROR, [] { check_writable("/nonexistent/x.json"); });
    assert_true(error.find("/nonexistent/x.json: No such file") == 0);
}

} // namespace

int main()
{
    const CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(sizes_are_read),
        cmocka_unit_test(help_names_every_option),
        cmocka_unit_test(filters_match),
        cmocka_unit_test(json_is_json),
        cmocka_unit_test(tap_counts),
        cmocka_unit_test(junit_is_well_formed),
        cmocka_unit_test(text_ends_with_the_count),
        cmocka_unit_test(skips_are_said),
        cmocka_unit_test(chips_are_told_apart),
        cmocka_unit_test(digest_is_sha256),
        cmocka_unit_test(files_are_whole_or_absent),
        cmocka_unit_test(links_stay),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
