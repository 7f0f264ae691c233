/* SPDX-License-Identifier: MIT
 * The command line: completion from the tables, history, Enter. */
wgd.complete = (() => {
  let shown = [], chosen = -1, past = -1, draft = "", run = () => {};
  const line = () => $("line");

  const fit = (list, begun) => list.filter((c) => c.text.startsWith(begun) && c.text !== begun);

  /* What may stand at the cursor: {from, to, list: [{text, what}]}. */
  function offers() {
    const text = line().value, at = line().selectionStart, { tokens } = wgd.words.tokens(text.slice(0, at));
    const last = tokens[tokens.length - 1], inside = last && last.to === at;
    const begun = inside ? last.text : "", from = inside ? last.from : at;
    const before = (inside ? tokens.slice(0, -1) : tokens).map((t) => t.text);
    if (/^(\$|wgdesc)$/.test(before[0] || "")) before.splice(0, before.indexOf("wgdesc") + 1);
    const names = wgd.tables.list().map((c) => ({ text: c.name, what: c.summary }));
    if (before.length === 0 && !begun.startsWith("-")) return { from, to: at, list: fit([{ text: "wgdesc", what: "" }, ...names], begun) };
    const parsed = wgd.tables.parse(before), previous = before[before.length - 1] || "";
    const waiting = previous.startsWith("-") ? wgd.tables.optionOf(parsed.command, previous) : null;
    if (waiting && waiting.kind !== "flag" && !previous.includes("=")) {
      const comma = begun.lastIndexOf(",") + 1;
      const some = (waiting.choices || []).map((c) => ({ text: begun.slice(0, comma) + c.name, what: "" }));
      return { from, to: at, list: fit(some, begun) };
    }
    const words = (parsed.command.words || []).map((w) => ({ text: w, what: "" }));
    for (const name of parsed.command.operands) {
      const o = parsed.command.options.find((x) => x.name === name);
      if (parsed.values[name] === undefined) words.push(...((o && o.choices) || []).map((c) => ({ text: c.name, what: "" })));
    }
    const options = parsed.command.all.filter((o) => parsed.values[o.name] === undefined)
      .map((o) => ({ text: "--" + o.name, what: o.help }));
    return { from, to: at, list: fit(begun.startsWith("-") ? options : begun ? words : [], begun) };
  }

  function close() {
    $("offers").hidden = true;
    line().setAttribute("aria-expanded", "false");
    line().removeAttribute("aria-activedescendant");
    chosen = -1;
  }

  function choose(i) {
    chosen = i;
    [...$("offers").children].forEach((e, j) => e.setAttribute("aria-selected", String(j === i)));
    const e = $("offers").children[i];
    if (e) {
      line().setAttribute("aria-activedescendant", e.id);
      e.scrollIntoView({ block: "nearest" });
    }
  }

  function open() {
    const o = offers();
    shown = o.list.slice(0, 40).map((c) => ({ ...c, from: o.from, to: o.to }));
    if (!shown.length) return close();
    $("offers").replaceChildren(...shown.map((c, i) => wgd.el("li", { role: "option", id: "offer-" + i, "aria-selected": "false" },
      wgd.el("code", {}, c.text), wgd.el("span", {}, c.what))));
    $("offers").hidden = false;
    line().setAttribute("aria-expanded", "true");
    chosen = -1;
    return undefined;
  }

  function accept(i) {
    const c = shown[i], text = line().value;
    line().value = text.slice(0, c.from) + c.text + " " + text.slice(c.to).replace(/^ /, "");
    const at = c.from + c.text.length + 1;
    line().setSelectionRange(at, at);
    open();
    run(line().value, "typing");
  }

  function recall(by) {
    const lines = wgd.state.history();
    if (past < 0) draft = line().value;
    if (past < 0 && lines[lines.length - 1] === draft) past = lines.length - 1;
    const to = (past < 0 ? lines.length : past) + by;
    if (to < 0 || to > lines.length) return;
    past = to === lines.length ? -1 : to;
    line().value = past < 0 ? draft : lines[past];
    close();
  }

  function key(e) {
    const list = !$("offers").hidden;
    if (e.key === "Enter") {
      e.preventDefault();
      if (list && chosen >= 0) return accept(chosen);
      close();
      past = -1;
      return run(line().value, "push");
    }
    if (e.key === "Tab" && list && !e.shiftKey) {
      e.preventDefault();
      return accept(Math.max(chosen, 0));
    }
    if (e.key === "Escape") return close();
    if (e.key !== "ArrowUp" && e.key !== "ArrowDown") return undefined;
    e.preventDefault();
    const by = e.key === "ArrowDown" ? 1 : -1;
    return list ? choose(Math.min(Math.max(chosen + by, 0), shown.length - 1)) : recall(by);
  }

  function begin(ran) {
    run = ran;
    line().addEventListener("input", () => { past = -1; open(); run(line().value, "typing"); });
    line().addEventListener("keydown", key);
    line().addEventListener("blur", () => setTimeout(close, 150));
    line().addEventListener("paste", (e) => {
      const text = e.clipboardData.getData("text"), all = line().selectionEnd - line().selectionStart === line().value.length;
      const one = wgd.words.meant(text);
      if (!all || one === text) return;
      e.preventDefault();
      line().value = one;
      close();
      run(one, "push");
    });
    $("offers").addEventListener("pointerdown", (e) => {
      const li = e.target.closest("li");
      if (!li) return;
      e.preventDefault();
      accept([...$("offers").children].indexOf(li));
    });
    $("run").addEventListener("click", () => { close(); run(line().value, "push"); });
  }

  return { begin };
})();
