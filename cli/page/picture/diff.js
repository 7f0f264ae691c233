/* SPDX-License-Identifier: MIT
 * Two words side by side, field by field, and for whom the difference counts. */
wgd.diffView = (() => {
  const archOf = (v) => v || "sm90";

  function side(text, arch, other) {
    return wgd.el("section", { class: "side", "aria-label": text }, wgd.el("h2", {}, wgd.el("code", {}, text)),
      ...wgd.wordView.table(text, arch, other));
  }

  function list(j) {
    if (!j.differ_for || !j.differ_for.length) return null;
    const cells = (d) => [d.dtype, d.operand, d.major, d.sparse ? "sparse" : "dense", d.different + " of " + d.of];
    return wgd.el("details", {}, wgd.el("summary", {}, "Instructions for which they read other bytes"),
      wgd.el("table", { class: "list" },
        wgd.el("thead", {}, wgd.el("tr", {}, ...["type", "operand", "major", "form", "N or M"].map((t) => wgd.el("th", { scope: "col" }, t)))),
        wgd.el("tbody", {}, ...j.differ_for.map((d) => wgd.el("tr", { class: d.different ? "" : "same" }, ...cells(d).map((t) => wgd.el("td", {}, t)))))));
  }

  function draw(parsed, words) {
    const j = wgd.core.json(words), v = parsed.values;
    if (!j || !j.ok) return null;
    const a = wgd.fullWord(j.desc), b = wgd.fullWord(j.other), arch = archOf(v.arch);
    const verdict = j.fields.length === 0 ? "the words are equal" : j.same ? "the same bytes are read" : "other bytes are read";
    return [wgd.el("p", { class: j.same ? "yes" : "no" }, wgd.many(j.fields.length, "field") + " differ" + (j.fields.length === 1 ? "s" : "") +
      (j.fields.some((f) => !f.matters) ? ", not all of them matter" : "") + ": " + verdict),
    wgd.el("div", { class: "sides" }, side(a, arch, BigInt(b)), side(b, archOf(v["other-arch"] || v.arch), BigInt(a))), list(j)].filter(Boolean);
  }

  return { draw };
})();
