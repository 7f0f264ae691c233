/* SPDX-License-Identifier: MIT
 * Pictures that the program draws itself: fragments, bank conflicts, tensor memory. */
wgd.drawn = (() => {
  const REST = "Point at a cell, tap it, or move with the arrow keys.";
  const plain = (t) => t.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");

  /* The program's SVG read back: what stands in each cell, and around them. Its form is ours: draw_svg.c. */
  function read(svg) {
    const pic = { cells: [], rows: 0, cols: 0, heads: [], top: [], side: [], legend: [], key: "" };
    const line = /<g id="cell-(\d+)-(\d+)" class="cell([^"]*)">(.*?)<\/g>|<text class="(\w+)" text-anchor="(\w+)"[^>]*>([^<]*)<|<g class="(s\d)">/g;
    let shade = "";
    for (const m of svg.matchAll(line)) {
      if (m[1] !== undefined) {
        pic.rows = Math.max(pic.rows, Number(m[1]) + 1);
        pic.cols = Math.max(pic.cols, Number(m[2]) + 1);
        pic.cells.push({ shade: m[3].trim(), lines: [...m[4].matchAll(/<text[^>]*>([^<]*)</g)].map((t) => plain(t[1])) });
      } else if (m[8]) shade = m[8];
      else if (m[6] === "middle" && !pic.key) pic.top.push(plain(m[7]));
      else if (m[6] === "end" && m[5] === "note") pic.side.push(plain(m[7]));
      else if (m[5] === "key") pic.key = plain(m[7]);
      else if (shade) { pic.legend.push([shade, plain(m[7])]); shade = ""; } else if (m[6] === "start" && !pic.cells.length) pic.heads.push(plain(m[7]));
    }
    return pic;
  }

  const where = (e) => e.id.split("-").slice(1).map(Number);

  function listen(grid, pic, detail) {
    const cellOf = (e) => e.target.closest(".c"), sheet = () => wgd.sheet.of(grid);
    let at = [0, 0];
    const point = (c) => {
      const [r, k] = at = where(c);
      sheet().choose(r, k);
      detail.textContent = "(" + (pic.side[r] || r) + ", " + (pic.top[k] || k) + "): " + pic.cells[r * pic.cols + k].lines.join(", ");
    };
    for (const kind of ["pointerover", "click", "focusin"]) grid.addEventListener(kind, (e) => { if (cellOf(e)) point(cellOf(e)); });
    grid.addEventListener("click", (e) => { if (cellOf(e)) sheet().focus(...where(cellOf(e))); });
    grid.addEventListener("keydown", (e) => {
      const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[e.key];
      if (!move) return;
      e.preventDefault();
      sheet().focus(at[0] + move[0], at[1] + move[1]);
    });
  }

  function gridOf(pic, title) {
    const grid = wgd.el("div", { class: "sheet", id: "drawn-grid", role: "grid", "aria-label": title });
    const cell = (r, c) => pic.cells[r * pic.cols + c], text = (r, c) => cell(r, c).lines.join(" ");
    const long = (texts) => texts.reduce((most, t) => Math.max(most, t.length), 0);
    wgd.sheet.make(grid, { rows: pic.rows, cols: pic.cols, corner: "", top: (c) => pic.top[c] || "", side: (r) => pic.side[r] || "",
      label: Math.max(4, long(pic.side)), widest: Math.max(2, long(pic.top), long(pic.cells.map((e) => e.lines.join(" ")))), text,
      look: (r, c) => cell(r, c).shade.replace("plain", "blank"), attributes: (r, c) => 'id="drawn-' + r + "-" + c + '"' });
    return grid;
  }

  function image(text, title) {
    const src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const img = wgd.el("img", { src, alt: title, decoding: "async", onload: () => URL.revokeObjectURL(src) });
    return wgd.el("div", { class: "scroll drawn", tabIndex: 0, role: "region", "aria-label": title }, img);
  }

  /* The program's picture as cells that can be pointed at. */
  function picture(words, title) {
    const a = wgd.core.run([...words, "--format", "svg"]);
    if (a.status > 1 || !a.out.startsWith("<?xml")) return null;
    const pic = read(a.out);
    if (!pic.cells.length || pic.cells.length !== pic.rows * pic.cols) return [image(a.out, title)];
    const detail = wgd.el("p", { class: "detail", id: "drawn-detail", role: "status" }, REST), grid = gridOf(pic, title);
    listen(grid, pic, detail);
    const legend = wgd.el("p", { class: "legend" }, wgd.el("b", {}, pic.key.replace(/^shade: /, "")), ...pic.legend.map(([s, t]) => wgd.el("span", { class: s }, t)));
    return [wgd.el("pre", { class: "heads" }, pic.heads.join("\n")), pic.legend.length ? legend : null, detail,
      wgd.el("section", { class: "side" }, wgd.sheet.follow(wgd.el("div", { class: "scroll" }, grid)))].filter(Boolean);
  }

  const bar = (v, most) => {
    const e = wgd.el("span", { class: "bar" });
    e.style.width = (most ? (100 * v) / most : 0) + "%";
    return e;
  };

  /* Bank conflicts: the phases of the access that is shown, lane by lane, on the 32 banks. */
  function phases(use) {
    const { addresses, banks, phases: list } = use.shown;
    return wgd.el("div", { class: "phases" }, ...list.map((p, i) => {
      const load = new Array(32).fill(0), lanes = [];
      for (let lane = p.first_lane; lane < p.first_lane + p.lanes; lane++) {
        if (banks[lane] === null || banks[lane] === undefined) continue;
        lanes.push(lane);
        load[banks[lane]]++;
      }
      const cells = load.map((n, bank) => wgd.el("span", { class: "bank s" + Math.floor(bank / 4) + (n ? " hit" : ""),
        title: "bank " + bank + ": " + (lanes.filter((l) => banks[l] === bank).map((l) => "lane " + l + " at " + wgd.hex(addresses[l])).join(", ") || "nothing") },
      n ? lanes.filter((l) => banks[l] === bank).join(" ") : ""));
      return wgd.el("section", { class: "phase" + (p.degree > 1 ? " conflict" : "") },
        wgd.el("h3", {}, "phase " + i + ": lanes " + p.first_lane + "-" + (p.first_lane + p.lanes - 1) + ", " +
          (p.degree > 1 ? wgd.many(p.degree, "wavefront") : "no conflict")),
        wgd.el("div", { class: "banks" }, ...cells));
    }));
  }

  function arrangements(j) {
    const most = Math.max(...j.arrangements.map((a) => a.conflicts));
    return wgd.el("table", { class: "list" }, wgd.el("caption", {}, "Arrangements, and their conflicts"),
      wgd.el("thead", {}, wgd.el("tr", {}, ...["arrangement", "layout", "extra bytes", "conflicts"].map((t) => wgd.el("th", { scope: "col" }, t)))),
      wgd.el("tbody", {}, ...j.arrangements.map((a) => wgd.el("tr", { class: j.recommended && a.name === j.recommended.name ? "chosen" : "" },
        wgd.el("th", { scope: "row" }, a.name), wgd.el("td", {}, wgd.el("code", {}, a.layout || "-")), wgd.el("td", {}, String(a.extra_bytes)),
        wgd.el("td", { class: "bars" }, bar(a.conflicts, most), " " + a.conflicts)))));
  }

  function banks(words) {
    const j = wgd.core.json(words), out = [];
    if (!j || !j.ok) return null;
    for (const use of j.uses || []) {
      if (!use.shown) continue;
      out.push(wgd.el("h2", {}, use.access + (use.order ? ", " + use.order : "") + ": " +
        (use.conflicts ? use.conflicts + " conflicts in " + use.phases + " phases, " + use.worst + "-way at worst" : "no conflicts")));
      out.push(phases(use));
    }
    if (j.arrangements && j.arrangements.length) out.push(arrangements(j));
    return out;
  }

  return { picture, banks };
})();
