/* SPDX-License-Identifier: MIT
 * The boxes of a tensor map: where they lie in the tensor, and where they go in shared memory. */
wgd.tma = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const node = (tag, props, ...children) => {
    const e = document.createElementNS(SVG, tag);
    for (const [k, v] of Object.entries(props)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  };

  /* The tile in the tensor's coordinates (the contiguous one to the right), cut into its boxes. */
  function tile(j) {
    const map = j.tensor_map, box = map.box_dim, at = (b) => [b.coordinate[0], b.coordinate.slice(1).reduce((s, c) => s + c, 0)];
    const w = Math.max(...j.boxes.map((b) => at(b)[0])) + box[0];
    const h = Math.max(...j.boxes.map((b) => at(b)[1])) + (box[1] || 1);
    /* As wide as its part of the page, for its texts to keep their size. */
    const all = $("answer").clientWidth, wide = all / Math.min(3, Math.max(1, Math.floor((all + 12) / 352))) - 110;
    const scale = Math.min(6, Math.max(220, Math.min(640, wide)) / w, 520 / h), svg = node("svg", { viewBox: "0 0 " + (w * scale + 60) + " " + (h * scale + 34), role: "img",
      "aria-label": wgd.many(j.boxes.length, "box") + " of " + box.join(" x ") + " elements", class: "boxes" });
    svg.style.width = w * scale + 60 + "px";
    j.boxes.forEach((b, i) => {
      const [x, y] = at(b), bw = box[0] * scale, bh = (box[1] || 1) * scale;
      const g = node("g", { class: "box" }, node("rect", { x: 50 + x * scale, y: 24 + y * scale, width: bw, height: bh, class: "b" + (i % 8) }),
        node("title", {}, "box " + i + " at (" + b.coordinate.join(", ") + "), to byte " + wgd.hex(b.offset_bytes) + " of the tile"));
      const text = [i + ": " + wgd.hex(b.offset_bytes), String(i)].find((t) => bh > 13 && bw > t.length * 7.4 + 6);
      if (text) g.append(node("text", { x: 50 + x * scale + bw / 2, y: 24 + y * scale + bh / 2 + 4 }, text));
      svg.append(g);
    });
    svg.append(node("text", { x: 50, y: 16, class: "axis" }, "dimension 0, contiguous: " + w), node("text", { x: 0, y: 38, class: "axis" }, "dim. 1"),
      node("text", { x: 0, y: 54, class: "axis" }, String(h)));
    return wgd.el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "boxes in the tensor" }, svg);
  }

  function memory(j) {
    return wgd.el("div", { class: "stack", tabIndex: 0, role: "region", "aria-label": "boxes in shared memory" }, ...j.boxes.slice(0, 256).map((b, i) => {
      const e = wgd.el("div", { class: "part b" + (i % 8), title: wgd.hex(b.offset_bytes) + ", " + j.box_bytes + " bytes" }, "box " + i + " (" + b.coordinate.join(",") + ")",
        wgd.el("span", {}, wgd.hex(b.offset_bytes)));
      return e;
    }));
  }

  function table(j) {
    const rows = Object.entries(j.tensor_map).map(([k, v]) => wgd.el("tr", {}, wgd.el("th", { scope: "row" }, k), wgd.el("td", {}, wgd.el("code", {}, Array.isArray(v) ? v.join(", ") : String(v)))));
    return wgd.el("table", { class: "list" }, wgd.el("caption", {}, "cuTensorMapEncodeTiled"), wgd.el("tbody", {}, ...rows));
  }

  function draw(words) {
    const j = wgd.core.json(words);
    if (!j || !j.ok || !j.boxes) return null;
    return [wgd.el("p", { class: "yes" }, wgd.many(j.boxes.length, j.boxes.length === 1 ? "box" : "boxe") + " of " + wgd.grouped(j.box_bytes) + " bytes; the barrier expects " +
      wgd.grouped(j.expect_bytes) + "; descriptor ", wgd.el("code", {}, j.descriptor || "-")),
    wgd.el("div", { class: "sides" }, wgd.el("section", { class: "side" }, wgd.el("h2", {}, "In the tensor"), tile(j)),
      wgd.el("section", { class: "side" }, wgd.el("h2", {}, "In shared memory"), memory(j)),
      wgd.el("section", { class: "side" }, wgd.el("h2", {}, "The tensor map"), table(j)))];
  }

  return { draw };
})();
