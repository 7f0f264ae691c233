"use strict";
/* SPDX-License-Identifier: MIT
 * The page asks the WebAssembly core, draws what it answers, and lets people walk through it. */
(() => {
  const $ = (id) => document.getElementById(id);
  let TYPES, BITS, MAJORS, SWIZZLES; /* from the core: names, widths, may it be MN-major, {name, code, mask} */
  const FIELDS = [["layout type", 63, 62], ["-", 61, 52], ["base offset", 51, 49], ["-", 48, 46],
    ["SBO", 45, 32], ["-", 31, 30], ["LBO", 29, 16], ["-", 15, 14], ["start", 13, 0]];
  const CELLS_MAX = 20000;
  let core, state, pic, other = null, block = [0, 0], selected = -1, memByte = null;

  /* ---- the core ---- */

  function answer() {
    const n = core.output_length();
    const text = new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.output(), n));
    const a = JSON.parse(text);
    if (!a.error) {
      const cells = a.rows * a.cols, at = core.bytes();
      const take = (p) => Array.from(new BigInt64Array(core.memory.buffer, p, cells), Number);
      a.offsets = take(core.offsets());
      a.bytes = at ? take(at) : null;
    }
    return a;
  }

  function takeLists() {
    core.ask_lists();
    const lists = JSON.parse(new TextDecoder().decode(
      new Uint8Array(core.memory.buffer, core.output(), core.output_length())));
    TYPES = lists.dtypes.map((t) => t.name);
    BITS = lists.dtypes.map((t) => t.bits);
    MAJORS = lists.dtypes.map((t) => t.mn_major);
    SWIZZLES = lists.swizzles;
  }

  const modeOfCode = (code) => SWIZZLES.find((m) => m.code === code);
  const options = (names) => names.map((t) => "<option>" + t + "</option>").join("");

  const unitOf = (s) => (s.unit === "chunk" ? 1 : 0);

  function askWord(word, s, mn) {
    core.ask_word(Number(word & 0xffffffffn), Number(word >> 32n), TYPES.indexOf(s.dtype),
      s.operand === "b" ? 1 : 0, s.major === "mn" ? 1 : 0, mn, s.sparse ? 1 : 0, unitOf(s));
    return answer();
  }

  function ask(s) {
    if (s.kind === "picture") return s;
    if (s.kind === "layout") {
      const text = new TextEncoder().encode(s.layout);
      if (text.length > 4096) return { error: "the layout is too long", field: "layout" };
      new Uint8Array(core.memory.buffer, core.input(), text.length).set(text);
      core.ask_layout(text.length, s.dtype ? BITS[TYPES.indexOf(s.dtype)] : 0, s.start, unitOf(s));
      return answer();
    }
    if (s.kind === "map") {
      const word = parseWord(s.word);
      if (word === null) return { error: "not a descriptor", field: "word", want: "0x and 1 to 16 hex digits" };
      return askWord(word, s, s.operand === "b" ? s.n : 64);
    }
    core.ask_tile(TYPES.indexOf(s.dtype), s.operand === "b" ? 1 : 0, s.major === "mn" ? 1 : 0,
      SWIZZLES.findIndex((m) => m.name === s.swizzle), s.mn, s.k, s.operand === "b" ? s.n : 0, s.order === "2,1" ? 2 : 1, s.start, unitOf(s));
    return answer();
  }

  function parseWord(text) {
    return /^0x[0-9a-f]{1,16}$/i.test(text.trim()) ? BigInt(text.trim()) : null;
  }

  const hex = (v) => (v < 0 ? "-0x" : "0x") + Math.abs(v).toString(16);

  /* ---- the form ---- */

  const WHOLE = ["mn", "k", "n", "start"];

  function readForm() {
    const s = { kind: $("kind").value, unit: $("unit").value };
    for (const id of ["dtype", "operand", "major", "swizzle", "order", "word", "layout"]) s[id] = $(id).value;
    s.sparse = $("sparse").checked;
    for (const id of WHOLE) {
      const v = $(id).value.trim();
      if (!/^(0x[0-9a-f]+|[0-9]*)$/i.test(v) || Number(v) > 0x7fffffff) return { error: "not a number: " + v, field: id };
      s[id] = Number(v);
    }
    return s;
  }

  function fillLists() {
    $("dtype").innerHTML = '<option value="">-</option>' + options(TYPES);
    $("swizzle").innerHTML = options(SWIZZLES.map((m) => m.name));
  }

  function fillForm(s) {
    const d = { dtype: s.kind === "layout" ? "" : "f16", operand: "a", major: "k", swizzle: "128B", mn: 64, k: 64,
      n: 0, order: "1,2", start: 0, word: "0x4000004000010000", layout: "(8,8):(8,1)", unit: "chunk", kind: "tile" };
    for (const id of Object.keys(d)) {
      const v = s[id] === undefined ? d[id] : s[id];
      $(id).value = id === "start" ? (Number.isFinite(v) ? hex(v) : "") : id === "n" && !v ? "" : v;
      if ($(id).tagName === "SELECT" && $(id).selectedIndex < 0) $(id).value = d[id];
    }
    $("sparse").checked = !!s.sparse;
    if (s.says) $("says").value = s.says;
  }

  function showForm() {
    const kind = $("kind").value;
    for (const e of document.querySelectorAll(".for")) e.hidden = !e.classList.contains(kind);
    if (kind !== "layout" && !$("dtype").value) $("dtype").value = "f16";
    /* What does not apply: N of operand a, a major that the type cannot have. */
    const both = kind !== "layout" && MAJORS[TYPES.indexOf($("dtype").value)];
    hideOption("n", kind === "layout" || $("operand").value !== "b");
    hideOption("major", !both);
    if (kind !== "layout" && !both) $("major").value = "k";
  }

  function hideOption(id, hidden) {
    $(id).closest("label").hidden = hidden;
  }

  /* What the answer decides: an order where there is one atom along a side, addresses of a plain layout. */
  function showApplying() {
    if (state.kind === "tile") hideOption("order", pic.atom[0] >= pic.rows || pic.atom[1] >= pic.cols);
    if (state.kind === "layout") hideOption("start", !pic.bytes);
    for (const o of $("says").options) o.hidden = !pic.bytes && (o.value === "byte" || o.value === "bank");
    if (!pic.bytes && /byte|bank/.test($("says").value)) $("says").value = "offset";
  }

  /* ---- what is shown, in words, as a command and as a link ---- */

  const majorName = (s) => (s.major === "mn" ? "MN" : "K") + "-major";

  function titleOf(s) {
    const read = "operand " + s.operand + ", " + s.dtype + ", " + majorName(s);
    return s.kind === "tile" ? "tile " + s.mn + "x" + s.k + " of " + read + ", swizzle " + s.swizzle + ", at " + hex(s.start) :
      s.kind === "map" ? "what " + fullWord(s.word) + " fetches: " + (s.sparse ? "sparse " : "") + read +
        ", block " + pic.rows * pic.cell[0] + "x" + pic.cols * pic.cell[1] : "layout " + s.layout;
  }

  const fullWord = (text) => "0x" + parseWord(text).toString(16).padStart(16, "0");
  const quoted = (text) => "'" + text.replace(/'/g, "'\\''") + "'";

  function commandOf(s) {
    const read = ["--dtype", s.dtype, "--operand", s.operand, "--major", s.major];
    if (s.operand === "b" && s.n) read.push("--n", s.n);
    const start = s.start ? ["--start", hex(s.start)] : [];
    const what = s.kind === "tile" ? read.concat("--swizzle", s.swizzle, "--shape", s.mn + "x" + s.k,
      s.order === "2,1" ? ["--order", s.order] : [], start) :
      s.kind === "map" ? [fullWord(s.word)].concat(read, s.sparse ? ["--sparse"] : []) :
        ["--layout", quoted(s.layout)].concat(s.dtype ? ["--dtype", s.dtype] : [], start);
    return ["wgdesc", "show"].concat(what, "--unit", s.unit, "--cells", $("says").value,
      s.kind === "tile" && (block[0] || block[1]) ? ["--block", block.join(",")] : []).join(" ");
  }

  const STATE = { tile: ["dtype", "operand", "major", "swizzle", "mn", "k", "n", "order", "start"],
    map: ["word", "dtype", "operand", "major", "n", "sparse"], layout: ["layout", "dtype", "start"] };

  function fragmentOf(s) {
    const out = new URLSearchParams({ kind: s.kind });
    for (const id of STATE[s.kind]) if (s[id] !== "" && s[id] !== 0 && s[id] !== false) out.set(id, id === "start" ? hex(s[id]) : s[id]);
    out.set("unit", s.unit);
    out.set("says", $("says").value);
    if (block[0] || block[1]) out.set("block", block.join(","));
    return "#" + out;
  }

  /* The state that a link's fragment says, or null. */
  function stateOf(fragment) {
    const p = new URLSearchParams(fragment.slice(1)), s = { kind: p.get("kind"), unit: p.get("unit") || "chunk", says: p.get("says") || "offset" };
    if (!STATE[s.kind]) return null;
    for (const id of STATE[s.kind]) if (p.has(id)) s[id] = id === "start" ? Number(p.get(id)) : id === "sparse" ? p.get(id) === "true" : p.get(id);
    const b = (p.get("block") || "").split(",").map(Number);
    s.block = b.length === 2 && b.every((v) => Number.isInteger(v) && v >= 0) ? b : [0, 0];
    return s;
  }

  /* Title, command and link follow what is shown. */
  function follow() {
    if (state.kind === "picture") return;
    $("title").textContent = document.title = titleOf(state);
    $("command").textContent = commandOf(state);
    history.replaceState(null, "", fragmentOf(state));
  }

  function copyCommand() {
    const selection = getSelection();
    selection.selectAllChildren($("command"));
    const done = (ok) => {
      $("copied").textContent = ok ? "copied" : "selected: copy it with the keyboard";
      if (ok) selection.removeAllRanges();
    };
    if (navigator.clipboard) navigator.clipboard.writeText($("command").textContent).then(() => done(true), () => done(document.execCommand("copy")));
    else done(document.execCommand("copy"));
  }

  function refresh() {
    showForm();
    const s = readForm();
    const a = s.error ? s : ask(s);
    if (!a.error && a.rows * a.cols > CELLS_MAX) a.error = "too many cells to draw; choose chunks, or less of it";
    if (a.error) {
      $("fault").textContent = a.error + (a.field ? " (" + a.field + (a.got ? ": got " + a.got : "") +
        (a.want ? ", want " + a.want : "") + ")" : "") + (a.hint ? "; " + a.hint : "");
      document.body.classList.add("refused"); /* what is below belongs to the last input that was right */
      return;
    }
    $("fault").textContent = "";
    document.body.classList.remove("refused");
    $("copied").textContent = "";
    state = s;
    pic = a;
    block = a.blocks ? [Math.min(block[0], a.blocks[0] - 1), Math.min(block[1], a.blocks[1] - 1)] : [0, 0];
    selected = -1;
    memByte = null;
    showApplying();
    redraw();
  }

  /* ---- drawing ---- */

  const mod = (a, n) => ((a % n) + n) % n;
  const shade = (i) => " s" + mod(pic.bytes ? Math.floor(pic.bytes[i] / 16) : pic.offsets[i], 8);
  const coord = (i) => [Math.floor(i / pic.cols) * pic.cell[0], (i % pic.cols) * pic.cell[1]];

  function cellText(i) {
    if (pic.cells) return pic.cells[i].join(" ");
    const says = $("says").value, b = pic.bytes && pic.bytes[i];
    if (says === "byte" && pic.bytes) return hex(b);
    if (says === "bank" && pic.bytes) {
      const k = mod(Math.floor(b / 4), 32);
      return state.unit === "chunk" ? k + "-" + (k + 3) : String(k);
    }
    if (says === "coord") return coord(i).join(",");
    return String(pic.offsets[i]);
  }

  function heading(text, top) {
    return '<div class="h' + (top ? " top" : "") + '">' + text + "</div>";
  }

  const plain = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

  /* Rows are as wide as their columns are said to be: the browser need not measure those out of sight. */
  function setColumns(root, label, cols, widest) {
    root.style.setProperty("--label", label + 1 + "ch");
    root.style.setProperty("--cell", "max(34px, calc(" + widest + "ch + 8px))");
    root.style.setProperty("--cols", cols);
  }

  let cells = [];
  /* The index of a cell of the grid. */
  const indexOf = (e) => { const [, r, c] = e.id.split("-"); return r * pic.cols + Number(c); };

  /* The steps of LBO and SBO in the block, between the pattern starts that they lead from and to. */
  function drawArrows() {
    if (!pic.words) return;
    const at = block.map((b, i) => b * pic.block[i]), html = [];
    for (const [name, step] of [["LBO", pic.lbo], ["SBO", pic.sbo]]) {
      const to = [at[0] + Math.floor(step.step[0] / pic.cell[0]), at[1] + Math.floor(step.step[1] / pic.cell[1])];
      if (!step.used || to[0] >= pic.rows || to[1] >= pic.cols) continue;
      const [a, b] = [at, to].map(([r, c]) => {
        const e = cells[r * pic.cols + c];
        return [e.parentElement.offsetLeft + e.offsetLeft + e.offsetWidth / 2, e.parentElement.offsetTop + e.offsetTop + 12];
      });
      const head = a[0] === b[0] ? [b[0] - 6, b[1] - 10, b[0] + 6, b[1] - 10] : [b[0] - 10, b[1] - 6, b[0] - 10, b[1] + 6];
      const text = name + " " + step.bytes + " B", x = (a[0] + b[0]) / 2 + 4, y = (a[1] + b[1]) / 2 - 4;
      html.push('<g class="' + name + '"><path d="M' + a + "L" + b + '"/><polygon points="' + b + " " + head + '"/><rect x="' + (x - 3) + '" y="' + (y - 12) +
        '" width="' + (text.length * 8 + 6) + '" height="16" rx="3"/><text x="' + x + '" y="' + y + '">' + text + "</text></g>");
    }
    $("arrows").innerHTML = html.join("");
  }

  function drawGrid() {
    const g = $("grid"), edge = (at, step) => step > 0 && at % step === 0;
    const html = ['<div class="row">', heading(pic.two_modes ? "MN\\K" : "", false)];
    let widest = 0, label = 4;
    for (let c = 0; c < pic.cols; c++) {
      const text = String(pic.col_labels ? pic.col_labels[c] : c * pic.cell[1]);
      widest = Math.max(widest, text.length);
      html.push(heading(text, true));
    }
    for (let i = 0; i < pic.rows * pic.cols; i++) {
      const r = Math.floor(i / pic.cols), c = i % pic.cols, text = cellText(i);
      if (c === 0) {
        const row = String(pic.row_labels ? pic.row_labels[r] : r * pic.cell[0]);
        label = Math.max(label, row.length);
        html.push('</div><div class="row">', heading(row, false));
      }
      widest = Math.max(widest, text.length);
      const tint = pic.shades ? (pic.shades[i] < 0 ? "" : " s" + pic.shades[i]) : shade(i);
      html.push('<div role="gridcell" id="cell-' + r + "-" + c + '" class="c' + tint +
        (edge(r, pic.atom[0]) ? " edge-t" : "") + (edge(c, pic.atom[1]) ? " edge-l" : "") + '">' + plain(text) + "</div>");
    }
    setColumns(g, label, pic.cols, widest);
    g.innerHTML = html.join("") + '</div><svg id="arrows" aria-hidden="true"></svg>';
    cells = g.querySelectorAll(".c");
    const first = g.querySelector(".c");
    if (first) first.tabIndex = 0;
  }

  /* Which cells each 16 bytes of memory feed: in a layout that is not injective, a byte more than one. */
  let feeds = new Map();
  const feeding = (b) => (feeds.get(Math.floor(b / 16)) || []).filter((i) => pic.bytes[i] <= b && b < pic.bytes[i] + bytesOfCell());

  /* The cell of the first byte in these 16 that feeds one. */
  function firstIn(at) {
    let best;
    for (const i of feeds.get(at / 16) || []) {
      if (best === undefined || Math.max(pic.bytes[i], at) < Math.max(pic.bytes[best], at)) best = i;
    }
    return best;
  }

  function bytesOfCell() {
    return state.unit === "chunk" ? 16 : Math.max(1, pic.bits / 8);
  }

  function drawMemory() {
    const m = $("mem");
    feeds = new Map();
    $("memview").hidden = !pic.bytes;
    if (!pic.bytes) return;
    let low = Infinity, high = -Infinity;
    for (const b of pic.bytes) { low = Math.min(low, b); high = Math.max(high, b); }
    low = Math.floor(low / 128);
    high = Math.floor(high / 128);
    $("memview").hidden = high - low > 4095;
    if (high - low > 4095) return;
    for (let i = 0; i < pic.bytes.length; i++) {
      const last = Math.floor((pic.bytes[i] + bytesOfCell() - 1) / 16);
      for (let chunk = Math.floor(pic.bytes[i] / 16); chunk <= last; chunk++) {
        if (feeds.has(chunk)) feeds.get(chunk).push(i); else feeds.set(chunk, [i]);
      }
    }
    const html = ['<div class="row">', heading("", false)];
    let widest = 5;
    for (let c = 0; c < 8; c++) html.push(heading("+" + hex(c * 16), true));
    for (let line = low; line <= high; line++) {
      html.push('</div><div class="row">', heading(hex(line * 128), false));
      for (let c = 0; c < 8; c++) {
        const at = line * 128 + c * 16;
        const i = firstIn(at), text = i === undefined ? "" : coord(i).join(",");
        widest = Math.max(widest, text.length);
        html.push('<div role="gridcell" tabindex="-1" data-at="' + at + '" class="c' + (i === undefined ? ' empty">' : " s" + c + '">') + text + "</div>");
      }
    }
    setColumns(m, hex(high * 128).length, 8, widest);
    m.innerHTML = html.join("") + "</div>";
    const first = m.querySelector(".c");
    if (first) first.tabIndex = 0;
  }

  function inBlock(i) {
    if (!pic.block || !pic.block[0]) return true;
    return Math.floor(Math.floor(i / pic.cols) / pic.block[0]) === block[0] &&
      Math.floor((i % pic.cols) / pic.block[1]) === block[1];
  }

  /* Cell i's place in its block, as an index of the other descriptor's answer. */
  function placeInBlock(i) {
    return (Math.floor(i / pic.cols) % pic.block[0]) * pic.block[1] + (i % pic.cols) % pic.block[1];
  }

  const wordNow = () => (pic.words ? pic.words[block[0]][block[1]] : null);

  function bitsOf(word, high, low) {
    return (word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n);
  }

  function used(name) {
    return name === "-" ? false : name === "LBO" ? pic.lbo.used : name === "SBO" ? pic.sbo.used :
      name !== "base offset" || bitsOf(BigInt(wordNow()), 63, 62) !== 0n;
  }

  function drawFields() {
    const word = BigInt(wordNow()), compare = other ? BigInt(other.words[0][0]) : null;
    const row = (f) => "<tr>" + FIELDS.map((x) => f(x)).join("") + "</tr>";
    const cls = ([name, h, l]) => ' class="' + (used(name) ? "" : "unread") +
      (compare !== null && bitsOf(word, h, l) !== bitsOf(compare, h, l) ? " differs" : "") + '"';
    const pad = (v, n) => v.toString(2).padStart(n, "0");
    const meaning = ([name, h, l]) => {
      const v = bitsOf(word, h, l);
      return name === "-" ? "ignored" : name === "layout type" ? modeOfCode(Number(v)).name :
        name === "base offset" ? String(v) : (name === "start" ? hex(Number(v) * 16) : v * 16n + " B") +
        (used(name) ? "" : " (not read)");
    };
    $("fields").innerHTML = row((x) => "<th>" + x[1] + "-" + x[2] + "</th>") + row((x) => "<td" + cls(x) + ">" + x[0] + "</td>") +
      row((x) => "<td" + cls(x) + ">" + pad(bitsOf(word, x[1], x[2]), x[1] - x[2] + 1) + "</td>") +
      row((x) => "<td" + cls(x) + ">" + meaning(x) + "</td>");
    $("now").textContent = "descriptor " + wordNow();
    $("which").textContent = "block " + block[0] + "," + block[1] + " of " + pic.blocks[0] + " x " + pic.blocks[1] + " (MN x K)";
    $("kprev").disabled = block[1] === 0;
    $("knext").disabled = block[1] + 1 >= pic.blocks[1];
    $("mprev").disabled = block[0] === 0;
    $("mnext").disabled = block[0] + 1 >= pic.blocks[0];
  }

  /* The other descriptor, read in the place of the block: where does it go wrong? */
  function readOther() {
    const text = $("other").value.trim();
    other = null;
    $("verdict").textContent = "";
    $("verdict").className = "";
    if (!text || !pic.words) return;
    const word = parseWord(text);
    const a = word === null ? { error: "not a descriptor: want 0x and 1 to 16 hex digits" } :
      askWord(word, state, pic.block[0] * pic.cell[0]);
    if (a.error) {
      $("verdict").textContent = a.error;
      $("verdict").className = "wrong";
      return;
    }
    other = a;
  }

  const wrong = (i) => other && inBlock(i) && other.bytes[placeInBlock(i)] !== pic.bytes[i];

  function sayVerdict() {
    if (!other) return;
    let count = 0, total = 0, first = -1;
    for (let i = 0; i < pic.bytes.length; i++) {
      if (!inBlock(i)) continue;
      total++;
      if (wrong(i)) {
        count++;
        if (first < 0) first = i;
      }
    }
    const v = $("verdict");
    v.className = count ? "wrong" : "";
    v.textContent = count === 0 ? "fetches the same bytes: fields that differ are not read here" :
      count + " of " + total + (state.unit === "chunk" ? " chunks" : " elements") + " are wrong; the first is element (" +
      coord(first).join(", ") + "): it should come from " + hex(pic.bytes[first]) + ", and this descriptor fetches " +
      hex(other.bytes[placeInBlock(first)]);
    if (count === 0 && BigInt(wordNow()) === BigInt(other.words[0][0])) v.textContent = "this is the descriptor of this block";
  }

  /* Everything that depends on the block and the other descriptor. */
  function paint() {
    const taken = new Set(other ? other.bytes.flatMap((b) => [b, b + bytesOfCell() - 1].map((v) => Math.floor(v / 16))) : []);
    cells.forEach((e, i) => {
      e.classList.toggle("dim", !inBlock(i));
      e.classList.toggle("bad", !!wrong(i));
    });
    for (const e of $("mem").querySelectorAll(".c:not(.empty)")) {
      e.classList.toggle("dim", !feeds.get(Number(e.dataset.at) / 16).some(inBlock));
    }
    for (const e of $("mem").querySelectorAll(".c")) e.classList.toggle("taken", taken.has(Number(e.dataset.at) / 16));
    if (pic.words) drawFields();
    drawArrows();
    follow();
    sayVerdict();
    mark();
  }

  /* The selected cell here and in memory, and the byte. */
  function mark() {
    for (const e of document.querySelectorAll(".c.sel")) e.classList.remove("sel");
    for (const e of document.querySelectorAll(".byte")) e.remove();
    if (selected >= 0) cells[selected].classList.add("sel");
    const byte = memByte !== null ? memByte : selected >= 0 && pic.bytes ? pic.bytes[selected] : null;
    const e = byte === null ? null : $("mem").querySelector('[data-at="' + Math.floor(byte / 16) * 16 + '"]');
    if (!e) return;
    e.classList.add("sel");
    if (memByte !== null || state.unit === "element") {
      const b = document.createElement("div");
      b.className = "byte";
      b.style.left = mod(byte, 16) * 6.25 + "%";
      b.style.width = 6.25 * (memByte === null ? bytesOfCell() : 1) + "%";
      e.appendChild(b);
    }
  }

  function drawSteps() {
    $("why").hidden = !pic.steps;
    const list = $("steps");
    list.textContent = "";
    for (const s of pic.steps || []) {
      const li = document.createElement("li"), title = document.createElement("b"), small = document.createElement("small");
      title.textContent = s.title;
      small.textContent = " PTX ISA: " + s.section;
      li.append(title, small);
      for (const line of s.text) {
        const e = document.createElement(line[0] === " " ? "pre" : "div");
        e.textContent = line;
        li.appendChild(e);
      }
      list.appendChild(li);
    }
  }

  function redraw() {
    drawGrid();
    drawMemory();
    readOther();
    $("descriptor").hidden = !pic.words;
    $("detail").textContent = "Point at a cell or a byte, tap it, or move with the arrow keys.";
    $("legend").innerHTML = pic.bytes ? "shade: 16-byte bank group " + [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      '<span class="s' + i + '">banks ' + i * 4 + "-" + (i * 4 + 3) + "</span>").join("") : "";
    drawSteps();
    paint();
  }

  /* ---- what is pointed at ---- */

  function range(i) {
    const [r, c] = coord(i), [dr, dc] = pic.cell;
    const span = (v, d) => (d > 1 ? v + ".." + (v + d - 1) : String(v));
    return "(" + span(r, dr) + ", " + span(c, dc) + ")";
  }

  function describe(i) {
    if (pic.cells) return "(" + coord(i).join(", ") + "): " + pic.cells[i].join(", ");
    const out = [(state.unit === "chunk" ? "elements " : "element ") + range(i) + ", offset " + pic.offsets[i]];
    if (pic.bytes) {
      const b = pic.bytes[i], n = bytesOfCell(), bank = mod(Math.floor(b / 4), 32);
      out[0] += ", byte " + hex(b) + (n > 1 ? ".." + hex(b + n - 1) : "") + ", bank " + bank + (n > 4 ? "-" + (bank + n / 4 - 1) : "");
      const mask = pic.words ? modeOfCode(Number(bitsOf(BigInt(wordNow()), 63, 62))).mask : 0;
      out.push("phase " + (mask ? mod(Math.floor(b / 128), mask + 1) + " (address bits 7 and up, folded into bits 4 and up)" : "- (no swizzle)"));
    }
    if (pic.words) {
      const br = Math.floor(Math.floor(i / pic.cols) / pic.block[0]), bc = Math.floor((i % pic.cols) / pic.block[1]);
      out.push("fetched by block " + br + "," + bc + ", descriptor " + pic.words[br][bc]);
    }
    if (wrong(i)) out.push("the other descriptor fetches it from " + hex(other.bytes[placeInBlock(i)]));
    return out.join("\n");
  }

  function select(i) {
    selected = i;
    memByte = null;
    $("detail").textContent = describe(i);
    mark();
  }

  /* The element in cell i that byte b belongs to. */
  function elementAt(i, b) {
    const e = Math.floor(((b - pic.bytes[i]) * 8) / pic.bits), [r, c] = coord(i);
    return pic.cell[0] > 1 ? [r + e, c] : [r, c + e];
  }

  function selectByte(b) {
    memByte = b;
    const cells = feeding(b);
    if (!cells.length) {
      selected = -1;
      $("detail").textContent = "byte " + hex(b) + " feeds no element";
    } else {
      selected = cells[0];
      const list = cells.slice(0, 4).map((i) => "(" + elementAt(i, b).join(", ") + ")");
      $("detail").textContent = "byte " + hex(b) + ", bank " + mod(Math.floor(b / 4), 32) + ": element " + list.join(" and ") +
        (cells.length > 4 ? " and " + (cells.length - 4) + " more" : "") + "\n" + describe(selected);
    }
    mark();
  }

  function byteUnder(event, cell) {
    const box = cell.getBoundingClientRect();
    const part = Math.floor(((event.clientX - box.left) / box.width) * 16);
    return Number(cell.dataset.at) + Math.min(15, Math.max(0, part));
  }

  function focusOn(root, cell) {
    for (const e of root.querySelectorAll('.c[tabindex="0"]')) e.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus({ preventScroll: false });
  }

  function step(dm, dk) {
    const to = [block[0] + dm, block[1] + dk];
    if (!pic.blocks || to[0] < 0 || to[1] < 0 || to[0] >= pic.blocks[0] || to[1] >= pic.blocks[1]) return;
    block = to;
    readOther();
    paint();
    if (selected >= 0) $("detail").textContent = describe(selected);
  }

  const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

  function listen() {
    const grid = $("grid"), mem = $("mem");
    const cellOf = (e) => e.target.closest && e.target.closest(".c");
    for (const kind of ["pointerover", "click", "focusin"]) {
      grid.addEventListener(kind, (e) => { const c = cellOf(e); if (c) select(indexOf(c)); });
    }
    for (const kind of ["pointermove", "click"]) {
      mem.addEventListener(kind, (e) => {
        const c = cellOf(e), b = c && byteUnder(e, c);
        if (c && b !== memByte) selectByte(b);
      });
    }
    grid.addEventListener("click", (e) => { const c = cellOf(e); if (c) focusOn(grid, c); });
    mem.addEventListener("focusin", (e) => {
      const c = cellOf(e);
      if (c && (memByte === null || Math.floor(memByte / 16) * 16 !== Number(c.dataset.at))) selectByte(Number(c.dataset.at));
    });
    grid.addEventListener("keydown", (e) => {
      const move = ARROWS[e.key];
      if (!move || selected < 0) return;
      e.preventDefault();
      const r = Math.floor(selected / pic.cols) + move[0], c = (selected % pic.cols) + move[1];
      const to = $("cell-" + r + "-" + c);
      if (to) focusOn(grid, to);
    });
    mem.addEventListener("keydown", (e) => {
      const move = ARROWS[e.key];
      if (!move || memByte === null) return;
      e.preventDefault();
      const b = memByte + move[0] * 128 + move[1];
      const to = mem.querySelector('[data-at="' + Math.floor(b / 16) * 16 + '"]');
      if (to) {
        memByte = b;
        focusOn(mem, to);
        selectByte(b);
      }
    });
    document.addEventListener("keydown", (e) => {
      const keys = { "[": [0, -1], "]": [0, 1], "{": [-1, 0], "}": [1, 0] };
      if (keys[e.key] && !/INPUT|SELECT/.test(e.target.tagName)) step(...keys[e.key]);
    });
    $("kprev").onclick = () => step(0, -1);
    $("knext").onclick = () => step(0, 1);
    $("mprev").onclick = () => step(-1, 0);
    $("mnext").onclick = () => step(1, 0);
    $("ask").addEventListener("input", refresh);
    $("ask").addEventListener("submit", (e) => e.preventDefault());
    $("says").addEventListener("input", redraw);
    $("copy").onclick = copyCommand;
    addEventListener("hashchange", () => {
      const s = stateOf(location.hash);
      if (s) show(s);
    });
    $("other").addEventListener("input", () => { readOther(); paint(); });
  }

  function begin(start) {
    $("main").hidden = false;
    if (start.kind === "picture") {
      for (const id of ["controls", "said", "why", "descriptor", "memview"]) $(id).hidden = true;
      $("about").textContent = (start.heads || []).join("\n");
      state = start;
      pic = start;
      listen();
      redraw();
      return;
    }
    fillLists();
    $("controls").open = innerWidth > 700;
    listen();
    show(stateOf(location.hash) || start);
  }

  function show(s) {
    fillForm(s);
    block = s.block || [0, 0];
    refresh();
  }

  const raw = atob($("core").textContent.trim());
  const start = JSON.parse($("state").textContent);
  WebAssembly.instantiate(Uint8Array.from(raw, (c) => c.charCodeAt(0)), {}).then((m) => {
    core = m.instance.exports;
    takeLists();
    begin(start);
    document.body.dataset.ready = "1";
  });
})();
