/* SPDX-License-Identifier: MIT
 * From a command line to its answer, and the link that follows. */
wgd.main = (() => {
  let line = "", words = [], parsed = null, view = {};
  const own = () => parsed.command.name === "show";

  /* What show's own options say of the view. */
  function viewOf() {
    if (!own()) return view;
    const v = parsed.values, says = (v.cells || "").split(",").find((s) => /^(offset|byte|bank|coord)$/.test(s));
    return { ...view, unit: v.unit, says: says || "offset", block: v.block };
  }

  function follow(how) {
    const hash = wgd.state.fragment(line, own() ? { tab: view.tab, at: view.at, other: view.other } : view);
    if (location.hash === hash) return;
    if (how === "push") history.pushState(null, "", hash); else history.replaceState(null, "", hash);
  }

  function render() {
    const a = wgd.core.run(words);
    wgd.answer.show(parsed, words, a, viewOf());
    return a;
  }

  /* Answers a command line. How: "push" makes a step in the history, "replace" does not; "typing" answers only
   * what is whole; "open" is a link. */
  function go(text, how) {
    const meant = wgd.words.meant(text), split = wgd.words.split(meant);
    if (how === "typing" && (split.open || wgd.core.run(split.words).status > 1)) {
      document.body.classList.add("pending");
      return;
    }
    document.body.classList.remove("pending");
    words = split.words;
    const before = parsed && parsed.command;
    parsed = wgd.tables.parse(words);
    /* A form's change may leave no such block: it begins with the first, then. */
    if (how === "replace" && own() && parsed.values.block && wgd.core.run(words).status > 1) {
      words = wgd.tables.words(parsed.command, { ...parsed.values, block: undefined });
      parsed = wgd.tables.parse(words);
    }
    line = wgd.words.line(words);
    if (how !== "typing") $("line").value = line;
    if (how === "push" || how === "replace") view = before === parsed.command ? { tab: view.tab, unit: view.unit, says: view.says } : {};
    $("note").textContent = split.rest ? "left out, for a page has no pipes: " + split.rest : "";
    $("copied").textContent = "";
    const a = render();
    wgd.form.show(parsed);
    hideUseless();
    if (a.status < 2 && how !== "typing") {
      follow(how === "push" ? "push" : "replace");
      if (how === "push") wgd.state.remember(line);
    }
  }

  /* Another look at the same answer: tab, unit, cells, block, element. show says them in its command. */
  function look(change, quietly) {
    view = { ...view, ...change };
    if (own()) {
      const v = { ...parsed.values };
      if (change.unit) v.unit = change.unit;
      if (change.says) v.cells = change.says;
      if (change.block !== undefined) v.block = change.block === "0,0" ? undefined : change.block;
      parsed = { ...parsed, values: v };
      words = wgd.tables.words(parsed.command, v);
      line = wgd.words.line(words);
      $("line").value = line;
      if (document.activeElement && !$("form").contains(document.activeElement)) wgd.form.show(parsed);
    }
    if (!quietly) {
      render();
      hideUseless();
    }
    follow("replace");
  }

  /* What the answer decides: an order where there is one atom along a side, the start of a plain layout. */
  function hideUseless() {
    const { X } = wgd.cells, hide = (name, hidden) => {
      const box = $("form").querySelector('[data-option="' + name + '"]');
      if (box) box.hidden = hidden;
    };
    if ($("explorer").hidden || !X.pic) return;
    if (X.pic.kind === "tile") hide("order", X.pic.atom[0] >= X.pic.rows || X.pic.atom[1] >= X.pic.cols);
    if (own() && X.pic.kind === "layout") for (const n of ["operand", "major", "swizzle", "shape", "n", "order", "sparse", "inst-block", "arch"]) hide(n, true);
    if (own() && X.pic.kind === "layout") hide("start", !X.pic.bytes);
  }

  function open(state) {
    view = state.view;
    go(state.line, "open");
  }

  function copies() {
    const on = (id, what, make) => $(id).addEventListener("click", () => {
      const text = make();
      if (text) wgd.code.copy(text, what); else $("copied").textContent = "there is nothing to copy";
    });
    on("copy", "command", () => line);
    on("copy-c", "C", () => wgd.code.c(parsed));
    on("copy-python", "Python", () => wgd.code.python(parsed));
    on("copy-svg", "SVG", () => wgd.code.svg(parsed));
    on("copy-link", "link", () => location.href);
  }

  function files() {
    const give = (name, text) => {
      wgd.core.supply(name, text);
      $("given").textContent = text ? name + ", " + wgd.grouped(text.length) + " characters: a command reads it by this name, or as -" : "";
    };
    $("paste").addEventListener("input", () => give("pasted", $("paste").value));
    $("file").addEventListener("change", async () => {
      const f = $("file").files[0];
      if (f) give(f.name, await f.text());
    });
    $("scan").addEventListener("click", () => go("wgdesc scan -", "push"));
    $("decode").addEventListener("click", () => go("wgdesc decode -", "push"));
    $("batch").addEventListener("click", () => go("wgdesc batch -", "push"));
  }

  function begin(start) {
    wgd.tables.load();
    wgd.form.begin(go);
    wgd.complete.begin(go);
    wgd.answer.begin(look);
    wgd.explorer.begin();
    wgd.presets.begin(go);
    copies();
    files();
    $("controls").open = innerWidth >= 1000;
    addEventListener("popstate", () => { const s = wgd.state.read(location.hash); if (s) open(s); });
    $("main").hidden = false;
    open(wgd.state.read(location.hash) || { line: wgd.words.line(start.words), view: {} });
    document.body.dataset.ready = "1";
  }

  return { begin, go, state: () => ({ line, words, parsed, view }) };
})();

wgd.core.load($("core").textContent.trim()).then(() => wgd.main.begin(JSON.parse($("state").textContent)),
  (e) => { $("fault").textContent = "The core cannot start in this browser: " + e.message; });
