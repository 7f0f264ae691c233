/* SPDX-License-Identifier: MIT
 * The shared memory of a plan, to scale: stages, barriers, what is kept free. */
wgd.planView = (() => {
  function part(kind, name, at, bytes, all) {
    const e = wgd.el("div", { class: "part " + kind, title: name + ": " + wgd.hex(at) + ", " + wgd.grouped(bytes) + " bytes" },
      name, wgd.el("span", {}, wgd.hex(at) + ", " + wgd.grouped(bytes) + " B"));
    e.style.flexGrow = Math.max(bytes / all, 0.0001);
    return e;
  }

  function map(j) {
    const s = j.smem, parts = [];
    // A that is computed has no place, scale factors have one where the kind is scaled.
    const tiles = [["a", "plan-a", "A"], ["b", "plan-b", "B"], ["sfa", "plan-a", "scale factors of A"], ["sfb", "plan-b", "scale factors of B"]];
    for (const m of s.map) {
      for (const [key, kind, name] of tiles) {
        if (m[key + "_offset_bytes"] !== undefined) parts.push([m[key + "_offset_bytes"], kind, "stage " + m.stage + ", " + name, j[key].bytes]);
      }
    }
    const barriers = s.map.flatMap((m) => [m.full_offset_bytes, m.empty_offset_bytes]).sort((x, y) => x - y);
    parts.push([barriers[0], "plan-bar", "barriers", barriers[barriers.length - 1] + 8 - barriers[0]]);
    if (s.reserve_bytes) parts.push([s.reserve_offset_bytes, "plan-keep", "kept free", s.reserve_bytes]);
    if (s.capacity_bytes > s.total_bytes) parts.push([s.total_bytes, "plan-free", "not used", s.capacity_bytes - s.total_bytes]);
    parts.sort((x, y) => x[0] - y[0]);
    return wgd.el("div", { class: "stack tall", tabIndex: 0, role: "region", "aria-label": "shared memory: " + s.total_bytes + " of " + s.capacity_bytes + " bytes" },
      ...parts.map(([at, kind, name, n]) => part(kind, name, at, n, s.capacity_bytes)));
  }

  function operand(name, o) {
    const steps = o.advance && (o.advance.k.offset_bytes || []).join(", ");
    const f = o.fragment && wgd.many(o.fragment.registers, "register") + " a thread, " + (o.fragment.load || "computed");
    const rows = [["descriptor", o.descriptor], ["fragment", f], ["swizzle", o.swizzle], ["LBO, SBO", o.lbo && o.lbo.bytes + ", " + o.sbo.bytes + " B"], ["K steps", steps],
      ["layout", o.layout]].filter(([, v]) => v !== undefined).map(([k, v]) => wgd.el("tr", {}, wgd.el("th", { scope: "row" }, k), wgd.el("td", {}, wgd.el("code", {}, String(v)))));
    return wgd.el("section", {}, wgd.el("h3", {}, name + ": " + o.shape.join(" x ") + " " + o.dtype + (o.major ? ", " + (o.major === "mn" ? "MN" : "K") + "-major" : "")),
      wgd.el("table", { class: "list" }, wgd.el("tbody", {}, ...rows)),
      wgd.el("ul", { class: "candidates" }, ...(o.candidates || []).map((c) => wgd.el("li", { class: c.chosen ? "chosen" : c.legal ? "" : "same" }, wgd.el("b", {}, c.swizzle), " " + c.reason))));
  }

  function draw(words) {
    const j = wgd.core.json(words);
    if (!j || !j.ok || !j.smem) return null;
    return [wgd.el("p", { class: "yes" }, wgd.el("code", {}, j.instruction.ptx), " ", wgd.many(j.smem.stages, "stage") + ", " + wgd.grouped(j.smem.total_bytes) + " of " +
      wgd.grouped(j.smem.capacity_bytes) + " bytes, " + (j.warpgroups || j.warps).threads + " threads"),
    wgd.el("div", { class: "sides" }, wgd.el("section", { class: "side" }, wgd.el("h2", {}, "Shared memory"), map(j)),
      wgd.el("section", { class: "side" }, wgd.el("h2", {}, "Operands"), operand("A", j.a), operand("B", j.b)))];
  }

  return { draw };
})();
