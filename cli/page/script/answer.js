/* SPDX-License-Identifier: MIT
 * An answer as text, as JSON and as a picture, each behind a tab. */
wgd.answer = (() => {
  const TABS = ["picture", "text", "json"];
  let look = () => {}, last = null;

  function pick(tab, has) {
    for (const t of TABS) {
      $("tab-" + t).hidden = !has[t];
      $("tab-" + t).setAttribute("aria-selected", String(t === tab));
      $("tab-" + t).tabIndex = t === tab ? 0 : -1;
      $("panel-" + t).hidden = t !== tab;
    }
  }

  const faultOf = (e) => e.message + (e.field ? " (" + e.field + (e.got ? ": got " + e.got : "") + (e.want ? ", want " + e.want : "") + ")" : "") +
    (e.hint ? "; " + e.hint : "");

  /* The picture's nodes or explorer; false where the command has none. */
  function picture(parsed, view) {
    const q = wgd.pictures.question(parsed);
    let fault = null;
    $("explorer").hidden = !q;
    $("drawing").hidden = !!q;
    if (q) {
      fault = wgd.explorer.show(q, view, look);
      $("drawing").replaceChildren();
    } else {
      wgd.explorer.forget();
      const made = wgd.pictures.drawing(parsed);
      $("drawing").replaceChildren(...(made ? [].concat(made) : []));
      return !!made;
    }
    $("explorer").hidden = !!fault;
    if (fault) $("drawing").replaceChildren(wgd.el("p", { class: "no" }, faultOf(fault)));
    $("drawing").hidden = !fault;
    return true;
  }

  function json(parsed) {
    if (!parsed.command.formats.includes("json")) return "";
    const a = wgd.core.run([...wgd.tables.bare(parsed), "--json"]);
    return a.out || a.err;
  }

  const SAYS = ["yes", "no", "refused", "not possible here"], ASKS = ["check", "diff", "solve"];

  function title(parsed, words, a) {
    if (parsed.command.name === "show" && a.status === 0) {
      const text = words.some((w) => /^--(format|json)/.test(w)) ? "" : a.out;
      if (text) return text.split("\n", 1)[0];
    }
    return parsed.command.name + ": " + parsed.command.summary;
  }

  function show(parsed, words, a, view) {
    const refused = a.status > 1;
    document.body.classList.toggle("refused", refused);
    $("fault").textContent = refused ? a.err.trim() : "";
    $("status").textContent = a.status > 0 || ASKS.includes(parsed.command.name) ? SAYS[a.status] : "";
    $("status").className = "status is-" + a.status;
    /* What is below belongs to the last question that was right. */
    for (const id of ["tabs", "copies", "panel-text", "panel-json", "panel-picture"]) {
      $(id).inert = refused;
      $(id).setAttribute("aria-disabled", String(refused));
    }
    if (refused) {
      $("title").textContent = document.title = parsed.command.name + ": " + parsed.command.summary;
      return;
    }
    const same = last && last.line === wgd.words.line(words);
    $("out").textContent = a.out + a.err;
    $("title").textContent = document.title = title(parsed, words, a);
    /* What is drawn is measured: it must be in sight, and nothing else need be. */
    for (const t of TABS) $("panel-" + t).hidden = t !== "picture";
    const text = json(parsed), has = { text: true, json: text !== "", picture: picture(parsed, view) };
    $("brief").className = a.status ? "bad" : "";
    $("brief").textContent = has.picture ? wgd.pictures.brief(parsed.command.name, a.out + a.err) : "";
    if (!same || !$("json").textContent) $("json").textContent = text;
    last = { line: wgd.words.line(words) };
    const tab = has[view.tab] ? view.tab : has.picture ? "picture" : "text";
    pick(tab, has);
    keep(a);
    $("copy-c").disabled = !["desc", "show", "map", "decode", "check", "solve", "diff", "explain", "plan", "emit", "swizzle", "idesc", "tma"].includes(parsed.command.name);
    $("copy-python").disabled = !parsed.command.batch;
    $("copy-svg").disabled = !has.picture || (!parsed.command.formats.includes("svg") && !wgd.pictures.question(parsed));
  }

  /* What -o wrote is offered as a file. */
  function keep(a) {
    $("keep").hidden = !a.written;
    if (a.written) $("keep").href = URL.createObjectURL(new Blob([a.written], { type: "application/octet-stream" }));
  }

  function begin(looked) {
    look = looked;
    for (const t of TABS) $("tab-" + t).addEventListener("click", () => look({ tab: t }));
    $("tabs").addEventListener("keydown", (e) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (!move) return;
      const there = TABS.filter((t) => !$("tab-" + t).hidden), at = there.findIndex((t) => $("tab-" + t) === document.activeElement);
      const next = there[wgd.mod(at + move, there.length)];
      $("tab-" + next).focus();
      look({ tab: next });
    });
  }

  return { begin, show };
})();
