/* SPDX-License-Identifier: MIT
 * Shared memory, 128 bytes (32 banks) a line: which element each byte feeds. */
wgd.memory = (() => {
  const { X, coord, bytesOfCell, inBlock } = wgd.cells;
  const LINES_MAX = 4096;
  /* Which cells each 16 bytes feed: in a layout that is not injective, a byte more than one. */
  let feeds = new Map();

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

  function draw(root) {
    const { heading, setColumns } = wgd.cells;
    $("memview").hidden = !X.pic.bytes;
    if (!X.pic.bytes) return;
    const [low, high] = collect();
    $("memview").hidden = high - low >= LINES_MAX;
    if (high - low >= LINES_MAX) return;
    const html = ['<div class="row" role="row">', heading("byte", false)];
    let widest = 5;
    for (let c = 0; c < 8; c++) html.push(heading("+" + wgd.hex(c * 16), true));
    for (let line = low; line <= high; line++) {
      html.push('</div><div class="row" role="row">', heading(wgd.hex(line * 128), false));
      for (let c = 0; c < 8; c++) {
        const at = line * 128 + c * 16, i = firstIn(at), text = i === undefined ? "" : coord(i).join(",");
        widest = Math.max(widest, text.length);
        html.push('<div role="gridcell" tabindex="-1" data-at="' + at + '" class="c' + (i === undefined ? ' empty">' : " s" + c + '">') + text + "</div>");
      }
    }
    setColumns(root, wgd.hex(high * 128).length, 8, widest);
    root.innerHTML = html.join("") + "</div>";
    const first = root.querySelector(".c");
    if (first) first.tabIndex = 0;
  }

  function paint() {
    const size = bytesOfCell();
    const taken = new Set(X.other ? X.other.bytes.flatMap((b) => [b, b + size - 1].map((v) => Math.floor(v / 16))) : []);
    for (const e of $("mem").querySelectorAll(".c")) {
      const chunk = Number(e.dataset.at) / 16;
      e.classList.toggle("dim", !e.classList.contains("empty") && !feeds.get(chunk).some(inBlock));
      e.classList.toggle("taken", taken.has(chunk));
    }
  }

  /* The byte that is pointed at, or those of the selected cell. */
  function mark() {
    for (const e of $("mem").querySelectorAll(".sel, .byte")) {
      if (e.classList.contains("byte")) e.remove(); else e.classList.remove("sel");
    }
    const byte = X.byte !== null ? X.byte : X.selected >= 0 && X.pic.bytes ? X.pic.bytes[X.selected] : null;
    const e = byte === null ? null : $("mem").querySelector('[data-at="' + Math.floor(byte / 16) * 16 + '"]');
    if (!e) return;
    e.classList.add("sel");
    if (X.byte !== null || X.pic.unit === "element") {
      const b = wgd.el("div", { class: "byte" });
      b.style.left = wgd.mod(byte, 16) * 6.25 + "%";
      b.style.width = 6.25 * (X.byte === null ? bytesOfCell() : 1) + "%";
      e.append(b);
    }
    if (X.byte !== null) return; /* one points here: nothing moves under the pointer */
    const box = $("mem").parentElement, top = e.parentElement.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30) box.scrollTop = top - box.clientHeight / 2;
  }

  function byteUnder(event, cell) {
    const box = cell.getBoundingClientRect();
    const part = Math.floor(((event.clientX - box.left) / box.width) * 16);
    return Number(cell.dataset.at) + Math.min(15, Math.max(0, part));
  }

  return { draw, paint, mark, feeding, byteUnder };
})();
