/* SPDX-License-Identifier: MIT
 * How the word comes about (the steps of explain), and how an address comes about from the word. */
wgd.derivation = (() => {
  const { X, blockOf, wordOf } = wgd.cells;

  function draw() {
    $("why").hidden = !X.steps.length;
    $("steps").replaceChildren(...X.steps.map((s) => {
      const li = wgd.el("li", {}, wgd.el("b", {}, s.title), wgd.el("small", {}, " PTX ISA: " + s.section));
      li.dataset.step = s.step;
      for (const line of s.text) {
        li.append(line[0] === " " ? wgd.el("pre", { tabIndex: 0 }, line) : wgd.el("div", {}, line));
      }
      return li;
    }));
  }

  /* From the word of cell i's block to its address: the start, so many steps of SBO and LBO, the rest within
   * the pattern, and what the XOR changes. null where there is no such word. */
  function path(i) {
    const at = blockOf(i), word = wordOf(at.block);
    if (word === null || !X.pic.bytes) return null;
    const f = wgd.wordView.facts(word, X.arch), byte = X.pic.bytes[i], mode = /^(\d+)B$/.exec(f.layout_type.name);
    const mask = mode ? Number(mode[1]) / 16 - 1 : 0;
    const before = byte ^ ((((byte >> 7) - f.base_offset) & mask) << 4);
    const steps = X.pic.arrows.map((a) => {
      const axis = a.to[0] !== a.from[0] ? 0 : 1, step = a.to[axis] - a.from[axis];
      const bytes = a.name === "LBO" ? f.lbo.bytes : f.sbo.bytes;
      return { name: a.name, bytes, times: Math.floor(at.at[axis] / step) };
    });
    const rest = before - f.start.bytes - steps.reduce((sum, s) => sum + s.times * s.bytes, 0);
    return { start: f.start.bytes, steps, rest, before, byte, moved: before !== byte, phase: ((byte >> 7) - f.base_offset) & mask, swizzle: f.layout_type.name,
      base: f.base_offset, block: at.block };
  }

  function text(p) {
    const parts = [wgd.hex(p.start), ...p.steps.filter((s) => s.times).map((s) => s.times + " x " + s.name + " " + s.bytes)];
    if (p.rest) parts.push(p.rest + " in the pattern");
    return parts.join(" + ") + " = " + wgd.hex(p.before) + (p.swizzle === "none" ? "" : ", phase " + p.phase + " of the " + p.swizzle + " swizzle: " + wgd.hex(p.byte));
  }

  /* Lights up the fields and the steps that lead to cell i; none for i < 0. */
  function link(i) {
    const p = i >= 0 ? path(i) : null, fields = [], steps = [];
    if (p) {
      fields.push("start");
      steps.push("bits", "rule");
      if (p.base && p.swizzle !== "none") fields.push("base offset");
      for (const s of p.steps) if (s.times) fields.push(s.name);
      if (p.steps.some((s) => s.times)) steps.push("strides", "canonical");
      if (p.moved) { fields.push("layout type"); steps.push("swizzle", "atom"); }
      if (p.block[0] || p.block[1]) steps.push("blocks");
    }
    wgd.wordView.link(fields);
    for (const e of $("steps").children) e.classList.toggle("linked", steps.includes(e.dataset.step));
    return p;
  }

  return { draw, link, path, text };
})();
