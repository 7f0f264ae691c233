/* SPDX-License-Identifier: MIT
 * A grid of cells in a box that scrolls. Of many cells those in sight are in the page, and a margin around
 * them: the time that an answer takes does not depend on how large the picture is. */
wgd.sheet = (() => {
  const ROW = 24; /* pixels, as in cells.css */
  /* So many are all drawn; of more, this many rows and columns beyond those in sight. */
  const WHOLE = 400, AROUND = 6;
  const sheets = new WeakMap();
  let one = 0;

  /* The width of a character, in pixels. */
  function character() {
    if (!one) {
      const e = document.body.appendChild(wgd.el("span", { class: "ruler" }, "0".repeat(100)));
      one = e.getBoundingClientRect().width / 100;
      e.remove();
    }
    return one;
  }

  const heading = (text, props) => "<div " + props + ">" + wgd.escaped(text) + "</div>";
  const between = (v, low, high) => Math.min(Math.max(v, low), high);

  /* From the first to behind the last of n things of a size, where so much is in sight from `from` on. */
  function seen(from, sight, size, n, margin) {
    const first = between(Math.floor(from / size) - margin, 0, n - 1);
    return [first, between(Math.ceil((from + sight) / size) + margin, first + 1, n)];
  }

  /* spec: rows, cols; corner, top(c), side(r): headings; label, widest: characters of the longest side
   * heading and of the longest text; text(r, c), look(r, c): a cell's text and class; attributes(r, c); after():
   * the cells in the page are others now. */
  function make(root, spec) {
    const { rows, cols } = spec, whole = rows * cols <= WHOLE;
    const label = Math.ceil((spec.label + 1) * character()) + 8, cell = Math.max(34, Math.ceil(spec.widest * character()) + 8);
    const head = wgd.el("div", { class: "row heads", role: "row" }), body = wgd.el("div", { role: "rowgroup" });
    let drawn = null, nodes = [], stop = [0, 0], chosen = null;

    function window(margin) {
      if (whole) return [0, rows, 0, cols];
      const box = root.parentElement, high = (box && box.clientHeight) || innerHeight * 0.72, wide = (box && box.clientWidth) || innerWidth;
      return [...seen(box ? box.scrollTop : 0, high, ROW, rows, margin), ...seen(box ? box.scrollLeft : 0, wide, cell, cols, margin)];
    }

    function node(r, c) {
      const [r0, r1, c0, c1] = drawn;
      return r >= r0 && r < r1 && c >= c0 && c < c1 ? nodes[(r - r0) * (c1 - c0) + c - c0] : null;
    }

    /* The cell that Tab leads to: the last one that was used, or one in sight. */
    function takeStop(r, c) {
      for (const e of body.querySelectorAll('[tabindex="0"]')) e.tabIndex = -1;
      stop = [r, c];
      const e = node(r, c) || nodes[0];
      if (e) e.tabIndex = 0;
    }

    function line(r, c0, c1) {
      const html = ['<div class="row" role="row" aria-rowindex="' + (r + 2) + '" style="top:' + (r + 1) * ROW + 'px">', heading(spec.side(r), 'role="rowheader" class="h"')];
      for (let c = c0; c < c1; c++) {
        html.push('<div role="gridcell" tabindex="-1" ' + spec.attributes(r, c) + (whole ? "" : ' aria-colindex="' + (c + 2) + '"') + ' class="c ' + spec.look(r, c) + '"' +
          (c === c0 && c0 ? ' style="margin-left:' + c0 * cell + 'px">' : ">") + wgd.escaped(spec.text(r, c)) + "</div>");
      }
      return html.join("") + "</div>";
    }

    function draw() {
      const focused = body.contains(document.activeElement);
      drawn = window(AROUND);
      const [r0, r1, c0, c1] = drawn, html = [heading(spec.corner, 'role="columnheader" class="h"')];
      for (let c = c0; c < c1; c++) {
        html.push(heading(spec.top(c), 'role="columnheader" class="h top"' + (c === c0 && c0 ? ' style="margin-left:' + c0 * cell + 'px"' : "")));
      }
      head.innerHTML = html.join("");
      body.innerHTML = Array.from({ length: r1 - r0 }, (_, i) => line(r0 + i, c0, c1)).join("");
      nodes = body.querySelectorAll(".c");
      takeStop(...stop);
      if (focused) (node(...stop) || root).focus({ preventScroll: true });
      if (chosen) choose(...chosen);
      if (spec.after) spec.after();
    }

    /* Draws again where something that is not drawn has come into sight. */
    function update() {
      const [r0, r1, c0, c1] = window(0);
      if (r0 < drawn[0] || r1 > drawn[1] || c0 < drawn[2] || c1 > drawn[3]) draw();
    }

    /* The same cells, with another look: the page fades from one to the other. */
    function refresh() {
      const [r0, , c0, c1] = drawn, width = c1 - c0;
      nodes.forEach((e, i) => {
        const look = "c " + spec.look(r0 + Math.floor(i / width), c0 + (i % width));
        if (e.className !== look) e.className = look;
      });
      if (chosen) choose(...chosen);
    }

    function choose(r, c) {
      const last = chosen && node(...chosen);
      if (last) last.classList.remove("sel");
      chosen = r === undefined ? null : [r, c];
      const e = chosen && node(r, c);
      if (e) e.classList.add("sel");
    }

    const place = (r, c) => ({ left: label + c * cell, top: (r + 1) * ROW, width: cell, height: ROW });

    /* Into sight, if it is not; the element of the page, or null where there is no such cell. */
    function reveal(r, c) {
      if (!(r >= 0 && c >= 0 && r < rows && c < cols)) return null;
      const box = root.parentElement, p = place(r, c);
      if (p.top - ROW < box.scrollTop || p.top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = p.top - box.clientHeight / 2;
      if (p.left - label < box.scrollLeft || p.left + cell > box.scrollLeft + box.clientWidth) box.scrollLeft = p.left - box.clientWidth / 2;
      update();
      return node(r, c);
    }

    function focus(r, c) {
      const e = reveal(r, c);
      if (!e) return false;
      takeStop(r, c);
      e.focus();
      return true;
    }

    root.style.cssText = "--label:" + label + "px;--cell:" + cell + "px;width:" + (label + cols * cell + 2) + "px;height:" + ((rows + 1) * ROW + 2) + "px";
    root.tabIndex = -1;
    root.setAttribute("aria-rowcount", rows + 1);
    root.setAttribute("aria-colcount", cols + 1);
    root.replaceChildren(head, body);
    const sheet = { draw, update, refresh, choose, place, reveal, focus, node };
    sheets.set(root, sheet);
    draw();
    return sheet;
  }

  const of = (root) => sheets.get(root);

  /* A box in which grids are made: it is followed when it is scrolled, and when its size changes. */
  function follow(box) {
    const update = () => {
      const sheet = box.clientHeight && of(box.firstElementChild); /* what is hidden may have no answer any more */
      if (sheet) sheet.update();
    };
    box.addEventListener("scroll", update, { passive: true });
    new ResizeObserver(() => requestAnimationFrame(update)).observe(box); /* what it draws may change the size again */
    return box;
  }

  return { make, of, follow };
})();
