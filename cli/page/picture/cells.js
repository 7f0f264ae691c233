/* SPDX-License-Identifier: MIT
 * What is shown of an operand, and its grid: a cell is a chunk of 16 bytes or an element. */
wgd.cells = (() => {
  /* pic: the answer of show, flat; words[mn][k]: the descriptors of its blocks; facts: what its word says;
   * block: the one that is stepped to; other: the map of a word read in its place; selected: a cell; byte:
   * one of memory. */
  const X = { pic: null, words: null, blocks: [1, 1], block: [0, 0], bits: 0, facts: null, steps: [], other: null,
    selected: -1, byte: null, arch: "sm90" };
  const CELLS_MAX = 20000;
  let nodes = [];

  /* The answer of show for these words, with its numbers flat; {error} where it is none, or too much. */
  function ask(words) {
    const a = wgd.core.run(["show", ...words, "--json"]);
    const j = JSON.parse(a.out || a.err);
    if (!j.ok) return { error: j.error };
    if (j.rows * j.cols > CELLS_MAX) {
      return { error: { message: "too many cells to draw", hint: "choose chunks, or less of it" } };
    }
    j.offsets = j.offsets.flat();
    j.bytes = j.bytes && j.bytes.flat();
    j.atom = j.atom || [0, 0];
    return j;
  }

  const coord = (i) => [Math.floor(i / X.pic.cols) * X.pic.cell[0], (i % X.pic.cols) * X.pic.cell[1]];
  const bytesOfCell = () => (X.pic.unit === "chunk" ? 16 : Math.max(1, X.bits / 8));
  const bankOf = (b) => wgd.mod(Math.floor(b / 4), 32);
  const group = (i) => wgd.mod(X.pic.bytes ? Math.floor(X.pic.bytes[i] / 16) : X.pic.offsets[i], 8);

  function text(i, says) {
    const b = X.pic.bytes && X.pic.bytes[i];
    if (says === "byte" && X.pic.bytes) return wgd.hex(b);
    if (says === "bank" && X.pic.bytes) return X.pic.unit === "chunk" ? bankOf(b) + "-" + (bankOf(b) + 3) : String(bankOf(b));
    if (says === "coord") return coord(i).join(",");
    return String(X.pic.offsets[i]);
  }

  /* The block that cell i is in, and its place there as (row, column) of cells. */
  function blockOf(i) {
    const r = Math.floor(i / X.pic.cols), c = i % X.pic.cols, [h, w] = X.pic.block || [X.pic.rows, X.pic.cols];
    return { block: [Math.floor(r / h), Math.floor(c / w)], at: [r % h, c % w], width: w };
  }

  function inBlock(i) {
    if (!X.pic.block) return true;
    const { block } = blockOf(i);
    return block[0] === X.block[0] && block[1] === X.block[1];
  }

  const wordOf = (block) => (X.words ? X.words[block[0]][block[1]] : null);

  /* The byte that the other word reads for cell i, which lies in the block. */
  function otherByte(i) {
    const { at, width } = blockOf(i);
    return X.other.bytes[at[0] * width + at[1]];
  }

  const wrong = (i) => X.other !== null && inBlock(i) && otherByte(i) !== X.pic.bytes[i];

  /* Rows are as wide as their columns are said to be: the browser need not measure those out of sight. */
  function setColumns(root, label, cols, widest) {
    root.style.setProperty("--label", label + 1 + "ch");
    root.style.setProperty("--cell", "max(34px, calc(" + widest + "ch + 8px))");
    root.style.setProperty("--cols", cols);
  }

  const heading = (t, top) => '<div role="' + (top ? "columnheader" : "rowheader") + '" class="h' + (top ? " top" : "") + '">' + t + "</div>";

  function draw(root, says) {
    const { pic } = X, edge = (at, step) => step > 0 && at % step === 0;
    const html = ['<div class="row" role="row">', heading(pic.bytes || pic.descriptor ? "MN\\K" : "", false)];
    let widest = 0, label = 4;
    for (let c = 0; c < pic.cols; c++) {
      const t = String(c * pic.cell[1]);
      widest = Math.max(widest, t.length);
      html.push(heading(t, true));
    }
    for (let i = 0; i < pic.rows * pic.cols; i++) {
      const r = Math.floor(i / pic.cols), c = i % pic.cols, t = text(i, says);
      if (c === 0) {
        const row = String(r * pic.cell[0]);
        label = Math.max(label, row.length);
        html.push('</div><div class="row" role="row">', heading(row, false));
      }
      widest = Math.max(widest, t.length);
      html.push('<div role="gridcell" id="cell-' + r + "-" + c + '" class="c s' + group(i) +
        (edge(r, pic.atom[0]) ? " edge-t" : "") + (edge(c, pic.atom[1]) ? " edge-l" : "") + '">' + t + "</div>");
    }
    setColumns(root, label, pic.cols, widest);
    root.innerHTML = html.join("") + '</div><div id="frame" aria-hidden="true"></div><svg id="arrows" aria-hidden="true"></svg>';
    nodes = root.querySelectorAll(".c");
    if (nodes[0]) nodes[0].tabIndex = 0;
  }

  const indexOf = (e) => { const [, r, c] = e.id.split("-"); return r * X.pic.cols + Number(c); };

  const place = (r, c) => {
    const e = nodes[r * X.pic.cols + c];
    return { left: e.parentElement.offsetLeft + e.offsetLeft, top: e.parentElement.offsetTop + e.offsetTop, width: e.offsetWidth, height: 24 };
  };

  /* A frame around the block: it slides to the next one. */
  function drawFrame() {
    const frame = $("frame"), b = X.pic.block, fresh = frame.style.width === "";
    frame.hidden = !b || X.blocks[0] * X.blocks[1] < 2;
    if (frame.hidden) return;
    frame.classList.toggle("still", fresh);
    const first = place(X.block[0] * b[0], X.block[1] * b[1]);
    const last = place(Math.min((X.block[0] + 1) * b[0], X.pic.rows) - 1, Math.min((X.block[1] + 1) * b[1], X.pic.cols) - 1);
    frame.style.width = last.left + last.width - first.left + "px";
    frame.style.height = last.top + last.height - first.top + "px";
    frame.style.transform = "translate(" + first.left + "px," + first.top + "px)";
  }

  /* LBO and SBO, between the pattern starts that they lead from and to. */
  function drawArrows() {
    const html = [];
    for (const arrow of X.words ? X.pic.arrows : []) {
      const [a, b] = [arrow.from, arrow.to].map(([r, c]) => {
        const p = place(r, c);
        return [p.left + p.width / 2, p.top + 12];
      });
      const head = a[0] === b[0] ? [b[0] - 6, b[1] - 10, b[0] + 6, b[1] - 10] : [b[0] - 10, b[1] - 6, b[0] - 10, b[1] + 6];
      const x = (a[0] + b[0]) / 2 + 4, y = (a[1] + b[1]) / 2 - 4;
      html.push('<g class="' + arrow.name + '"><path d="M' + a + "L" + b + '"/><polygon points="' + b + " " + head + '"/><rect x="' + (x - 3) +
        '" y="' + (y - 12) + '" width="' + (arrow.label.length * 8 + 6) + '" height="16" rx="3"/><text x="' + x + '" y="' + y + '">' + arrow.label + "</text></g>");
    }
    $("arrows").innerHTML = html.join("");
  }

  function paint() {
    nodes.forEach((e, i) => {
      e.classList.toggle("dim", !inBlock(i));
      e.classList.toggle("bad", wrong(i));
    });
    drawFrame();
    drawArrows();
  }

  function mark() {
    for (const e of $("grid").querySelectorAll(".sel")) e.classList.remove("sel");
    if (X.selected < 0) return;
    const e = nodes[X.selected], box = $("grid").parentElement, p = place(Math.floor(X.selected / X.pic.cols), X.selected % X.pic.cols);
    e.classList.add("sel");
    if (X.byte === null) return; /* one points here: nothing moves under the pointer */
    if (p.top < box.scrollTop || p.top > box.scrollTop + box.clientHeight - 30) box.scrollTop = p.top - box.clientHeight / 2;
    if (p.left < box.scrollLeft || p.left > box.scrollLeft + box.clientWidth - 40) box.scrollLeft = p.left - box.clientWidth / 2;
  }

  return { X, ask, coord, bytesOfCell, bankOf, blockOf, inBlock, wordOf, otherByte, wrong, draw, paint, mark, indexOf,
    setColumns, heading };
})();
