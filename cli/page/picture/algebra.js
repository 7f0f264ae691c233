/* SPDX-License-Identifier: MIT
 * An operation of the layout algebra: what it works on, the layouts on the way, and what comes out. */
wgd.algebra = (() => {
  const CELLS_MAX = 1024;
  const run = (...args) => {
    const j = wgd.core.json(["layout", ...args]);
    return j && j.ok ? j : null;
  };
  const isLayout = (text) => /^(Sw<|\()/.test(text) && text.includes(":") || /^\d+:\d+$/.test(text);

  /* The layouts between the operands and the result, by CuTe's definitions; every one is asked of the core. */
  function between(op, args) {
    const [a, b] = args, out = [];
    const add = (what, j) => { if (j && typeof j.result === "string") out.push([what, j.result]); return j && j.result; };
    if (/(^|_)divide$/.test(op) && b && isLayout(b) && !/^Sw/.test(a)) {
      const size = run("size", a), rest = size && add("complement(B, " + size.result + ")", run("complement", b, String(size.result)));
      if (rest && op !== "logical_divide") add("logical_divide(A, B)", run("logical_divide", a, b));
    } else if (/(^|_)product$/.test(op) && b && isLayout(b)) {
      const size = run("size", a), cosize = run("cosize", b);
      const rest = size && cosize && add("A* = complement(A, " + size.result * cosize.result + ")", run("complement", a, String(size.result * cosize.result)));
      if (rest) add("composition(A*, B)", run("composition", rest, b));
      if (rest && op !== "logical_product") add("logical_product(A, B)", run("logical_product", a, b));
    } else if (op === "left_inverse" || op === "right_inverse") {
      add("coalesce(A)", run("coalesce", a));
    }
    return out;
  }

  /* A small picture: every element's offset, in the shade of its eighth. */
  function figure(name, text, kind) {
    const head = wgd.el("figcaption", {}, wgd.el("b", {}, name), " ", wgd.el("code", {}, text));
    const a = isLayout(text) ? wgd.cells.ask(["--layout", text, "--unit", "element"]) : { error: 1 };
    const whole = !a.error && a.rows * a.cols <= CELLS_MAX;
    const grid = whole ? wgd.el("div", { class: "mini", role: "img", "aria-label": "offsets of " + text }) : null;
    if (grid) {
      grid.style.setProperty("--cols", a.cols);
      grid.innerHTML = a.offsets.map((v) => '<span class="s' + wgd.mod(a.bytes ? Math.floor(v / 8) : v, 8) + '">' + v + "</span>").join("");
    }
    return wgd.el("figure", { class: kind || "" }, head, wgd.el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": name },
      grid || (a.error ? "" : a.rows * a.cols + " elements")));
  }

  function draw(parsed) {
    const op = parsed.values.op, args = parsed.values.args || [], j = run(op, ...args);
    if (!op || !j) return null;
    const full = (j.op || op), out = [];
    args.filter(isLayout).forEach((t, i) => out.push(figure("ABCD"[i], t)));
    for (const [what, text] of between(full, args)) out.push(figure(what, text));
    if (typeof j.result === "string") out.push(figure(full, j.result, "result"));
    else out.push(wgd.el("p", { class: "yes" }, full + " = ", wgd.el("code", {}, JSON.stringify(j.result))));
    return wgd.el("div", { class: "figures" }, ...out);
  }

  return { draw };
})();
