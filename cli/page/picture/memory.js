/* SPDX-License-Identifier: MIT
 * Shared memory, 128 bytes (32 banks) a line: which element each byte feeds. */
wgd.memory = (() => {
  const { X, coord, bytesOfCell, inBlock } = wgd.cells;
  /* Of a box that browsers can scroll through. */
  const LINES_MAX = 65536;
  /* Which cells each 16 bytes feed: in a layout that is not injective, a byte more than one. */
  let feeds = new Map(), taken = new Set(), sheet = null, first = 0;

  const feeding = (b) => (feeds.get(Math.floor(b / 16)) || [])
    .filter((i) => X.pic.bytes[i] <= b && b < X.pic.bytes[i] + bytesOfCell());

  /* The cell of the first byte in these 16 that feeds one. */
  function firstIn(at) {
    let best;
    for (const i of feeds.get(at / 16) || []) {
      if (best === undefined || Math.max(X.pic.bytes[i], at) < Math.max(X.pic.bytes[best], at)) best = i;
    }
    return best;
  }

  function collect() {
    feeds = new Map();
    let low = Infinity, high = -Infinity;
    X.pic.bytes.forEach((b, i) => {
      low = Math.min(low, b);
      high = Math.max(high, b);
      const last = Math.floor((b + bytesOfCell() - 1) / 16);
      for (let chunk = Math.floor(b / 16); chunk <= last; chunk++) {
        if (feeds.has(chunk)) feeds.get(chunk).push(i); else feeds.set(chunk, [i]);
      }
    });
    return [Math.floor(low / 128), Math.floor(high / 128)];
  }

  const atOf = (r, c) => (first + r) * 128 + c * 16;
  const placeOf = (byte) => [Math.floor(byte / 128) - first, Math.floor(wgd.mod(byte, 128) / 16)];

  function text(r, c) {
    const i = firstIn(atOf(r, c));
    return i === undefined ? "" : coord(i).join(",");
  }

  function look(r, c) {
    const chunk = atOf(r, c) / 16, fed = feeds.get(chunk);
    return (fed ? "s" + c + (fed.some(inBlock) ? "" : " dim") : "empty") + (taken.has(chunk) ? " taken" : "");
  }

  function draw(root) {
    sheet = null;
    $("memview").hidden = !X.pic.bytes;
    if (!X.pic.bytes) return;
    const [low, high] = collect(), far = high - low >= LINES_MAX;
    $("memfar").textContent = far ? "The first and the last byte are " + wgd.grouped((high - low) * 128) + " bytes apart, too far to be drawn." : "";
    root.parentElement.hidden = far;
    if (far) return;
    first = low;
    taken = new Set();
    sheet = wgd.sheet.make(root, { rows: high - low + 1, cols: 8, corner: "byte", top: (c) => "+" + wgd.hex(c * 16), side: (r) => wgd.hex((low + r) * 128),
      label: wgd.hex(high * 128).length, widest: Math.max(5, coord(X.pic.offsets.length - 1).join(",").length), text, look, attributes: (r, c) => 'data-at="' + atOf(r, c) + '"', after: markByte });
  }

  function paint() {
    if (!sheet) return;
    const size = bytesOfCell();
    taken = new Set(X.other ? X.other.bytes.flatMap((b) => [b, b + size - 1].map((v) => Math.floor(v / 16))) : []);
    sheet.refresh();
  }

  /* The byte that is pointed at, or the first of the selected cell. */
  const pointed = () => (X.byte !== null ? X.byte : X.selected >= 0 && X.pic.bytes ? X.pic.bytes[X.selected] : null);

  function markByte() {
    for (const e of $("mem").querySelectorAll(".byte")) e.remove();
    const byte = sheet && pointed(), e = typeof byte === "number" ? sheet.node(...placeOf(byte)) : null;
    if (!e || (X.byte === null && X.pic.unit !== "element")) return;
    const b = wgd.el("div", { class: "byte" });
    b.style.left = wgd.mod(byte, 16) * 6.25 + "%";
    b.style.width = 6.25 * (X.byte === null ? bytesOfCell() : 1) + "%";
    e.append(b);
  }

  function mark() {
    if (!sheet) return;
    const byte = pointed();
    if (byte === null) {
      sheet.choose();
    } else {
      if (X.byte === null) sheet.reveal(...placeOf(byte)); /* else one points here: nothing moves under the pointer */
      sheet.choose(...placeOf(byte));
    }
    markByte();
  }

  function byteUnder(event, cell) {
    const box = cell.getBoundingClientRect();
    const part = Math.floor(((event.clientX - box.left) / box.width) * 16);
    return Number(cell.dataset.at) + Math.min(15, Math.max(0, part));
  }

  return { draw, paint, mark, feeding, byteUnder, focus: (byte) => sheet.focus(...placeOf(byte)) };
})();
