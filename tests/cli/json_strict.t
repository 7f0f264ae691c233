#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a lenient JSON reader lets through is refused here, and what is right JSON is not."""
import json
import os
import sys
import tempfile

sys.path.insert(0, "tests/lib")
from tap import done, ok, run, same  # noqa: E402

GOOD = b'{"cmd":"decode","desc":"0x1"%s}'

REFUSED = [
    ("text behind the object", b'{"cmd":"decode","desc":"0x1"} x', "json"),
    ("a second object", b'{"cmd":"decode","desc":"0x1"}{}', "json"),
    ("a NUL behind the object", b'{"cmd":"decode","desc":"0x1"}\0', "json"),
    ("no object", b'[]', "json"),
    ("a bare string", b'"desc"', "json"),
    ("nothing but a brace", b'{', "json"),
    ("an object that does not end", b'{"cmd":"decode"', "json"),
    ("a comma too many", b'{"cmd":"decode",}', "json"),
    ("a comma at the front", b'{,"cmd":"decode"}', "json"),
    ("a missing comma", b'{"cmd":"decode" "desc":"0x1"}', "json"),
    ("a missing colon", b'{"cmd" "decode"}', "json"),
    ("a key without quotes", b'{cmd:"decode"}', "json"),
    ("single quotes", b"{'cmd':'decode'}", "json"),
    ("a comment", GOOD % b' /* x */', "json"),
    ("a byte order mark", b'\xef\xbb\xbf' + GOOD % b'', "json"),
    ("a form feed", GOOD % b',\x0c"id":1', "json"),
    ("a leading zero", GOOD % b',"id":01', "json"),
    ("a leading zero in a list", GOOD % b',"id":[01]', "json"),
    ("a negative leading zero", GOOD % b',"id":-01', "json"),
    ("a plus sign", GOOD % b',"id":+1', "json"),
    ("a minus alone", GOOD % b',"id":-', "json"),
    ("a point without digits", GOOD % b',"id":1.', "json"),
    ("a point at the front", GOOD % b',"id":.5', "json"),
    ("an exponent without digits", GOOD % b',"id":1e', "json"),
    ("a signed exponent without digits", GOOD % b',"id":1e+', "json"),
    ("a hex number", GOOD % b',"id":0x10', "json"),
    ("NaN", GOOD % b',"id":NaN', "json"),
    ("Infinity", GOOD % b',"id":Infinity', "json"),
    ("nan of strtod", GOOD % b',"id":nan', "json"),
    ("a number beyond a double", GOOD % b',"id":1e999', "overflow"),
    ("a negative one", GOOD % b',"id":[-1e999]', "overflow"),
    ("a number of 70 digits", GOOD % (b',"id":' + b'1' * 70), "json"),
    ("a word in capitals", GOOD % b',"id":True', "json"),
    ("a word cut short", GOOD % b',"id":nul', "json"),
    ("a string that does not end", b'{"cmd":"decode', "json"),
    ("a raw tab in a string", GOOD % b',"id":"a\tb"', "json"),
    ("a raw control byte", GOOD % b',"id":"\x01"', "json"),
    ("a raw NUL in a string", GOOD % b',"id":"a\0b"', "json"),
    ("an unknown escape", GOOD % b',"id":"\\x41"', "json"),
    ("a line that ends behind a backslash", b'{"cmd":"decode\\', "json"),
    ("a line that ends in a character", b'{"cmd":"\xe4', "json"),
    ("a line that ends in an escape", b'{"cmd":"\\u004', "json"),
    ("a line that ends behind an escape", b'{"cmd":"\\u0041', "json"),
    ("a third byte that is none", GOOD % b',"id":"\xe4\xb8\xc0"', "json"),
    ("an exponent of seven digits", GOOD % b',"id":1e1234567', "overflow"),
    ("a first half and another escape", GOOD % b',"id":"\\ud800\\u0041"', "json"),
    ("a first half and a letter", GOOD % b',"id":"\\ud800xu"', "json"),
    ("a first half and a newline", GOOD % b',"id":"\\ud800\\n"', "json"),
    ("a backslash at the end", GOOD % b',"id":"\\', "json"),
    ("\\u with three digits", GOOD % b',"id":"\\u123"', "json"),
    ("\\u with a sign", GOOD % b',"id":"\\u+123"', "json"),
    ("\\u0000", GOOD % b',"id":"a\\u0000b"', "json"),
    ("half a surrogate pair", GOOD % b',"id":"\\ud800"', "json"),
    ("the other half", GOOD % b',"id":"\\udc00"', "json"),
    ("a pair of two first halves", GOOD % b',"id":"\\ud800\\ud800"', "json"),
    ("a stray UTF-8 byte", GOOD % b',"id":"\x80"', "json"),
    ("a UTF-8 character cut short", GOOD % b',"id":"\xe4\xb8"', "json"),
    ("overlong UTF-8", GOOD % b',"id":"\xc0\xaf"', "json"),
    ("overlong UTF-8 of three bytes", GOOD % b',"id":"\xe0\x80\xaf"', "json"),
    ("a surrogate in UTF-8", GOOD % b',"id":"\xed\xa0\x80"', "json"),
    ("beyond Unicode", GOOD % b',"id":"\xf4\x90\x80\x80"', "json"),
    ("Latin-1", GOOD % b',"id":"\xe9"', "json"),
    ("bad UTF-8 in a key", GOOD % b',"\xff":1', "json"),
    ("the same key twice", GOOD % b',"desc":"0x2"', "key"),
    ("the same key twice, once escaped", GOOD % b',"\\u0064esc":"0x2"', "key"),
    ("the same id twice", GOOD % b',"id":1,"id":2', "key"),
    ("the same key twice inside an id", GOOD % b',"id":{"a":1,"a":2}', "key"),
    ("an unknown key", GOOD % b',"swizzle":"64B"', "key"),
    ("a key in the wrong case", b'{"cmd":"decode","Desc":"0x1"}', "key"),
    ("an empty key", GOOD % b',"":1', "key"),
    ("33 lists in one another", GOOD % (b',"id":' + b'[' * 32 + b']' * 32), "limit"),
    ("very many lists in one another", GOOD % (b',"id":' + b'[' * 100000), "limit"),
    ("5000 values", GOOD % (b',"id":[' + b'0,' * 5000 + b'0]'), "limit"),
    ("a key that is one value too many", GOOD % (b',"id":[' + b'0,' * 4088 + b'0],"n":0'), "limit"),
    ("100 keys", b'{' + b','.join(b'"k%d":1' % i for i in range(100)) + b'}', "limit"),
]

# What is said of some, and at which byte: of the first of its kind.
SAID = {
    "no object": ("a request is one JSON object", 0),
    "an object that does not end": ("',' or '}' is missing", 15),
    "a comma too many": ("a key in quotes is missing", 16),
    "a missing comma": ("',' or '}' is missing", 16),
    "a missing colon": ("':' is missing behind a key", 7),
    "a leading zero": ("a number starts with 0", 36),
    "a leading zero in a list": ("a number starts with 0", 37),
    "a negative leading zero": ("a number starts with 0", 37),
    "a plus sign": ("a value is missing", 34),
    "a minus alone": ("a digit is missing in a number", 35),
    "a point without digits": ("a digit is missing in a number", 36),
    "an exponent without digits": ("a digit is missing in a number", 36),
    "a signed exponent without digits": ("a digit is missing in a number", 37),
    "NaN": ("a value is missing", 34),
    "nan of strtod": ("this is not a JSON value", 34),
    "a word cut short": ("this is not a JSON value", 34),
    "a number of 70 digits": ("a number is too long", 104),
    "a string that does not end": ("a string does not end", 14),
    "a raw tab in a string": ("a raw control byte in a string", 36),
    "an unknown escape": ("no such escape in a string", 36),
    "a line that ends in a character": ("this is not UTF-8", 8),
    "a line that ends in an escape": ("\\u needs four hexadecimal digits", 10),
    "a line that ends behind an escape": ("a string does not end", 14),
    "\\u with three digits": ("\\u needs four hexadecimal digits", 40),
    "\\u with a sign": ("\\u needs four hexadecimal digits", 37),
    "\\u0000": ("\\u0000 is not allowed in a string", 42),
    "half a surrogate pair": ("half of a surrogate pair", 41),
    "the other half": ("half of a surrogate pair", 41),
    "a first half and a letter": ("half of a surrogate pair", 41),
    "33 lists in one another": ("nested too deep", 66),
    "5000 values": ("too many values in one line", 8213),
}

ACCEPTED = [
    ("blanks everywhere", b' \t{ "cmd" : "decode" , "desc" :\t"0x1" } \t\r'),
    ("escapes", GOOD % b',"id":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"'),
    ("a surrogate pair", GOOD % b',"id":"\\ud83d\\ude00"'),
    ("UTF-8 of two, three and four bytes", GOOD % b',"id":"\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80"'),
    ("the edges of UTF-8", GOOD % b',"id":"\xc2\x80\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf"'),
    ("numbers of every form", GOOD % b',"id":[0,-0,1,-1.5,2e3,2E-3,1.25e+2]'),
    ("a number of 60 characters", GOOD % (b',"id":' + b'1' * 60)),
    ("31 lists in one another", GOOD % (b',"id":' + b'[' * 31 + b']' * 31)),
    ("4000 values", GOOD % (b',"id":[' + b'0,' * 3999 + b'0]')),
    ("an empty list and object", GOOD % b',"id":[[],{}]'),
    ("100 empty lists side by side", GOOD % (b',"id":[' + b'[],' * 99 + b'{}]')),
    ("an escaped key", b'{"\\u0063md":"decode","desc":"0x1"}'),
    ("DEL in a string", GOOD % b',"id":"\x7f"'),
]

for name, line, code in REFUSED:
    rc, out, err = run("batch", stdin=line + b"\n")
    try:
        a = json.loads(out)
    except ValueError:
        a = {"ok": None}
    ok(rc == 1 and a["ok"] is False and a["error"]["code"] == code and a["error"]["message"],
       name, rc, out, err)
    if name in SAID:
        e = a["error"]
        same((e["message"], e["pos"]), SAID[name], "and what is said of it")
for name, line in ACCEPTED:
    rc, out, err = run("batch", stdin=line + b"\n")
    a = json.loads(out)
    want = json.loads(line).get("id")
    ok(rc == 0 and a["ok"] and a.get("id") == want, name, rc, out, err)

rc, out, err = run("batch", stdin=b'{"cmd":"decode","desc":"0x1"} x\n')
same(json.loads(out)["error"]["pos"], 30, "the error points at the byte")
rc, out, err = run("batch", stdin=b'{"cmd":"a\\tb\x7f"}\n')
ok('a\\tb\\u007f' in out and json.loads(out)["error"]["got"] == "a\tb\x7f", "and so are a tab and DEL", out)
rc, out, err = run("batch", stdin=b'{"cmd":"deco\xc3\xa9\\n\\u0001","desc":"0x1"}\n')
ok("\\n\\u0001" in out and json.loads(out)["error"]["got"] == "deco\u00e9\n\x01",
   "what was got is escaped in the answer", out)

# What is no UTF-8 in an argument stands for U+FFFD in the answer, byte by byte (Unicode, table 3-7).
for raw, shown in ((b"x\xe2(\xa1y", "x\ufffd(\ufffdy"), (b"x\xe2\x82(y", "x\ufffd\ufffd(y"), (b"x\xf0\x9f\x92(", "x\ufffd\ufffd\ufffd("),
                   (b"x\xf0\x9f(\x92", "x\ufffd\ufffd(\ufffd"), (b"x\xe2\x82", "x\ufffd\ufffd"), (b"x\xf5\x80\x80\x80", "x" + 4 * "\ufffd"),
                   (b"x\xf4\x90\x80\x80", "x" + 4 * "\ufffd"), (b"x\xc1\xbf", "x\ufffd\ufffd"), (b"x\xf4\x8f\xbf\xbf", "x\U0010ffff"), (b"\xe2\x82\xacx", "\u20acx")):
    rc, out, err = run("desc", "--major", os.fsdecode(raw), "--json")
    same((rc, json.loads(err)["error"]["got"]), (2, shown), "an argument %s" % ascii(raw))

# A line with nearly as many values as there is room for since the line before.
rc, out, err = run("batch", stdin=b"".join(GOOD % (b',"id":[' + b'"a",' * n + b'0]') + b"\n" for n in (1000, 1800, 1990)))
same((rc, [len(json.loads(line)["id"]) for line in out.splitlines()]), (0, [1001, 1801, 1991]), "one long line behind another")

# Blanks of every kind between the parts of a request, and numbers as large as a layout takes, digit by digit.
rc, out, err = run("batch", stdin='{"cmd"\t:\r"layout" ,\r"op":"size",\t"args" : [ "(4,8)" ] }\r\n')
same((rc, json.loads(out)["result"]), (0, 32), "tabs and carriage returns are blanks")
NUMBERS = [2**53 + 1, 2**63 - 1, 10**15 + 1]
rc, out, err = run("batch", stdin="".join('{"cmd":"layout","op":"size","args":[%d]}\n' % n for n in NUMBERS))
same([json.loads(line)["result"] for line in out.splitlines()], NUMBERS, "whole numbers of 64 bits")
for number, value in (("50e-1", 5), ("0.5e1", 5), ("5e+0", 5), ("1e5", 100000), ("500.00E-2", 5), ("5000000000000000000e-18", 5)):
    rc, out, err = run("batch", stdin='{"cmd":"layout","op":"size","args":[%s]}\n' % number)
    same(json.loads(out).get("result"), value, "%s is %d" % (number, value))
for bad in ("true", "0.5", "{}", "5e-1", "55e-1"):
    rc, out, err = run("batch", stdin='{"cmd":"layout","op":"size","args":[%s]}\n' % bad)
    e = json.loads(out)["error"]
    same((e["code"], e["want"]), ("syntax", "a number"), "and %s is none" % bad)
with tempfile.TemporaryDirectory() as d:  # a character of one, two, three and four bytes, as its escape
    for name, escape in (("a", "\\u0061"), ("\xe9", "\\u00e9"), ("\u20ac", "\\u20ac"), ("\U0001f600", "\\ud83d\\ude00"),
                         ("\x7f\x80\u07ff\u0800\uffff", "\\u007f\\u0080\\u07FF\\u0800\\uFfff"),
                         ("\U00010000\U0010ffff", "\\ud800\\udc00\\uDBFF\\uDFFF")):
        with open(os.path.join(os.fsencode(d), name.encode() + b".ptx"), "w"):
            pass
        line = '{"cmd":"scan","files":["%s/%s.ptx"]}\n' % (d, escape)
        same(json.loads(run("batch", stdin=line)[1])["ok"], True, "a file by its escaped name: " + ascii(name))
        same(json.loads(run("batch", stdin=line.replace(".ptx", ".none"))[1])["ok"], False, "and not by another")
done()
