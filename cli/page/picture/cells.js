/* SPDX-License-Identifier: MIT
 * What is shown of an operand, and its grid: a cell is a chunk of 16 bytes or an element. */
wgd.cells = (() => {
  /* pic: the answer of show, flat; words[mn][k]: the descriptors of its blocks; facts: what its word says;
   * block: the one that is stepped to; other: the map of a word read in its place; selected: a cell; byte:
   * one of memory. */
  const X = { pic: null, words: null, blocks: [1, 1], block: [0, 0], bits: 0, facts: null, steps: [], other: null,
    selected: -1, byte: null, arch: "sm90" };
  let sheet = null;

  /* The answer of show for these words, with its numbers flat; {error} where it is none. */
  function ask(words) {
    const a = wgd.core.run(["show", ...words, "--json"]);
    const j = JSON.parse(a.out || a.err);
    if (!j.ok) return { error: j.error };
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

  /* The characters of the longest text: numbers grow with their magnitude. */
  function longest(says) {
    const { pic } = X;
    if (says === "coord") return text(pic.rows * pic.cols - 1, says).length;
    if (says === "bank" && pic.bytes) return 5;
    const numbers = says === "byte" && pic.bytes ? pic.bytes : pic.offsets, ends = [Infinity, -Infinity];
    for (const v of numbers) {
      if (v < ends[0]) ends[0] = v;
      if (v > ends[1]) ends[1] = v;
    }
    return Math.max(...ends.map((v) => (numbers === pic.bytes ? wgd.hex(v) : String(v)).length));
  }

  function look(i, r, c) {
    const edge = (at, step) => step > 0 && at % step === 0;
    return "s" + group(i) + (edge(r, X.pic.atom[0]) ? " edge-t" : "") + (edge(c, X.pic.atom[1]) ? " edge-l" : "") + (inBlock(i) ? "" : " dim") + (wrong(i) ? " bad" : "");
  }

  function draw(root, says) {
    const { pic } = X, top = (c) => String(c * pic.cell[1]), side = (r) => String(r * pic.cell[0]);
    sheet = wgd.sheet.make(root, { rows: pic.rows, cols: pic.cols, corner: pic.bytes || pic.descriptor ? "MN\\K" : "", top, side,
      label: Math.max(4, side(pic.rows - 1).length), widest: Math.max(longest(says), top(pic.cols - 1).length),
      text: (r, c) => text(r * pic.cols + c, says), look: (r, c) => look(r * pic.cols + c, r, c), attributes: (r, c) => 'id="cell-' + r + "-" + c + '"' });
    root.insertAdjacentHTML("beforeend", '<div id="frame" aria-hidden="true"></div><svg id="arrows" aria-hidden="true"></svg>');
  }

  /* A frame around the block: it slides to the next one. */
  function drawFrame() {
    const frame = $("frame"), b = X.pic.block, fresh = frame.style.width === "";
    frame.hidden = !b || X.blocks[0] * X.blocks[1] < 2;
    if (frame.hidden) return;
    frame.classList.toggle("still", fresh);
    const { place } = sheet, first = place(X.block[0] * b[0], X.block[1] * b[1]);
    const last = place(Math.min((X.block[0] + 1) * b[0], X.pic.rows) - 1, Math.min((X.block[1] + 1) * b[1], X.pic.cols) - 1);
    frame.style.width = last.left + last.width - first.left + "px";
    frame.style.height = last.top + last.height - first.top + "px";
    frame.style.transform = "translate(" + first.left + "px," + first.top + "px)";
  }

  /* LBO and SBO, between the pattern starts that they lead from and to. */
  function drawArrows() {
    const html = [];
    for (const arrow of X.words ? X.pic.arrows : []) {
      const [p, q] = [arrow.from, arrow.to].map(([r, c]) => sheet.place(r, c)), flat = p.top === q.top;
      /* Along the edges of the cells, for their texts to stay readable; the frame has the other edges. */
      const at = (cell) => (flat ? [cell.left + cell.width / 2, cell.top + 20] : [cell.left + cell.width - 6, cell.top + 12]), a = at(p), b = at(q);
      const tip = flat ? [b[0] - 9, b[1] - 4, b[0] - 9, b[1] + 4] : [b[0] - 4, b[1] - 9, b[0] + 4, b[1] - 9];
      const x = (a[0] + b[0]) / 2 + 4, y = flat ? a[1] - 3 : (a[1] + b[1]) / 2 + 4;
      html.push('<g class="' + arrow.name + '"><path d="M' + a + "L" + b + '"/><polygon points="' + b + " " + tip + '"/><rect x="' + (x - 3) +
        '" y="' + (y - 12) + '" width="' + (arrow.label.length * 8 + 6) + '" height="16" rx="3"/><text x="' + x + '" y="' + y + '">' + arrow.label + "</text></g>");
    }
    $("arrows").innerHTML = html.join("");
  }

  function paint() {
    sheet.refresh();
    drawFrame();
    drawArrows();
  }

  function mark() {
    if (X.selected < 0) {
      sheet.choose();
      return;
    }
    const r = Math.floor(X.selected / X.pic.cols), c = X.selected % X.pic.cols;
    if (X.byte !== null) sheet.reveal(r, c); /* else one points here: nothing moves under the pointer */
    sheet.choose(r, c);
  }

  return { X, ask, coord, bytesOfCell, bankOf, blockOf, inBlock, wordOf, otherByte, wrong, draw, paint, mark };
})();
