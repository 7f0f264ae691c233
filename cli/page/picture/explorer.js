/* SPDX-License-Identifier: MIT
 * Word, operand and memory side by side: pointing at one shows the others. */
wgd.explorer = (() => {
  const { X, coord, bytesOfCell, bankOf, blockOf, inBlock, wordOf } = wgd.cells;
  let look = () => {}, view = {}, asked = "", playing = 0;
  const REST = "Point at a cell or a byte, tap it, or move with the arrow keys.";

  /* ---- what is asked ---- */

  /* The words of the tile's blocks, from desc; of a descriptor, the one. */
  function takeWords(q) {
    X.words = null;
    X.blocks = [1, 1];
    if (X.pic.kind === "map") X.words = [[X.pic.descriptor]];
    if (X.pic.kind !== "tile") return;
    const d = wgd.core.json(["desc", ...q.tile]);
    X.words = [];
    for (const b of d.blocks) (X.words[b.mn] = X.words[b.mn] || [])[b.k] = b.descriptor;
    X.blocks = [X.words.length, X.words[0].length];
  }

  function takeSteps(q) {
    const e = X.pic.kind === "tile" ? wgd.core.json(["explain", ...q.tile]) :
      X.pic.kind === "map" || q.word ? wgd.core.json(["explain", q.word || X.pic.descriptor, ...(X.arch !== "sm90" ? ["--arch", X.arch] : [])]) : null;
    X.steps = e && e.steps ? e.steps : [];
  }

  function bitsOf(q) {
    const named = /smem_ptr\[(\d+)b\]/.exec(q.words.join(" "));
    const type = wgd.tables.typeOf(q.dtype || "f16");
    return named ? Number(named[1]) : type ? type.bits : 16;
  }

  /* Shows what q asks: {words of show, tile: words of desc, dtype, arch, reads: words of show's map for
   * another descriptor, other: a word, apart: unit, says and block are not in the command}. */
  function show(q, how, changed) {
    look = changed;
    view = how;
    const block = (how.block || "0,0").split(",").map(Number);
    const words = q.apart ? [...q.words, ...(how.unit ? ["--unit", how.unit] : []), ...(how.block && q.tile ? ["--block", how.block] : [])] : q.words;
    const pic = wgd.cells.ask(words);
    if (pic.error) return pic.error;
    const key = JSON.stringify([words.filter((w, i) => w !== "--block" && words[i - 1] !== "--block"), how.says]);
    const same = key === asked && X.pic;
    X.pic = pic;
    X.bits = bitsOf(q);
    X.arch = q.arch || "sm90";
    if (!same) {
      $("word").replaceChildren();
      takeWords(q);
      X.selected = -1;
      X.byte = null;
    }
    X.block = [0, 1].map((i) => Math.min(Math.max(block[i] || 0, 0), X.blocks[i] - 1));
    if (q.block) X.pic.block = X.pic.block || q.block;
    takeOther(q, how);
    if (!same) redraw(q, how);
    if (q.word) wgd.wordView.lone(q.word, X.arch, q.right);
    asked = key;
    paint();
    if (how.at && !same) pointAt(how.at);
    return null;
  }

  /* The other descriptor, read in the place of the block: where does it go wrong? */
  function takeOther(q, how) {
    const text = how.other || q.other || "";
    if (document.activeElement !== $("other")) $("other").value = text;
    X.other = null;
    $("verdict").textContent = "";
    $("verdict").className = "";
    $("otherline").hidden = !q.reads || !!q.word;
    if (!text || !q.reads) return;
    if (wgd.word(text) === null) {
      say("not a descriptor: want 0x and 1 to 16 hex digits", true);
      return;
    }
    const a = wgd.cells.ask([text, ...q.reads(), "--unit", X.pic.unit]);
    if (a.error) {
      say(a.error.message, true);
      return;
    }
    X.other = a;
    if (!X.pic.block) X.pic.block = [a.rows, a.cols];
  }

  function say(text, bad) {
    $("verdict").textContent = text;
    $("verdict").className = bad ? "wrong" : "";
  }

  function verdict() {
    if (!X.other) return;
    let count = 0, total = 0, first = -1;
    for (let i = 0; i < X.pic.bytes.length; i++) {
      if (!inBlock(i)) continue;
      total++;
      if (wgd.cells.wrong(i)) {
        count++;
        if (first < 0) first = i;
      }
    }
    if (count === 0) {
      say(wordOf(X.block) !== null && BigInt(wordOf(X.block)) === BigInt(X.other.descriptor) ? "this is the descriptor of this block" :
        "fetches the same bytes" + (X.words ? ": fields that differ are not read here" : ""), false);
    } else if (!X.words) {
      say("", false); /* the answer has said it */
    } else {
      say(count + " of " + total + (X.pic.unit === "chunk" ? " chunks" : " elements") + " are wrong; the first is element (" +
        coord(first).join(", ") + "): it should come from " + wgd.hex(X.pic.bytes[first]) + ", and this descriptor fetches " +
        wgd.hex(wgd.cells.otherByte(first)), true);
    }
  }

  /* ---- drawing ---- */

  function redraw(q, how) {
    wgd.cells.draw($("grid"), how.says || "offset");
    wgd.memory.draw($("mem"));
    takeSteps(q);
    wgd.derivation.draw();
    $("descriptor").hidden = !X.words && !q.word;
    $("stepper").hidden = !X.words;
    $("views").classList.toggle("wordless", !X.words && !q.word);
    $("views").classList.toggle("far", $("memview").hidden);
    $("detail").textContent = REST;
    $("unit").value = X.pic.unit;
    $("says").value = how.says || "offset";
    for (const o of $("says").options) o.hidden = !X.pic.bytes && (o.value === "byte" || o.value === "bank");
    for (const o of $("unit").options) o.disabled = o.value === "chunk" && X.pic.unit === "element" && !X.pic.bytes;
    $("legend").innerHTML = X.pic.bytes ? "<b>16-byte bank group</b> " + [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      '<span class="s' + i + '">banks ' + i * 4 + "-" + (i * 4 + 3) + "</span>").join("") : "";
  }

  /* Everything that depends on the block and the other descriptor. */
  function paint() {
    wgd.cells.paint();
    wgd.memory.paint();
    if (X.words) { wgd.wordView.draw(); wgd.wordView.drawStepper(); }
    verdict();
    wgd.cells.mark();
    wgd.memory.mark();
    if (X.words) wgd.derivation.link(X.selected);
    if (X.selected >= 0) $("detail").textContent = describe(X.selected);
  }

  /* What is pointed at, and the word that it is read by. */
  function mark() {
    wgd.cells.mark();
    wgd.memory.mark();
    if (!X.words) return;
    wgd.wordView.draw(X.selected >= 0 ? blockOf(X.selected).block : null);
    wgd.derivation.link(X.selected);
  }

  /* ---- what is pointed at ---- */

  function range(i) {
    const [r, c] = coord(i), [dr, dc] = X.pic.cell, span = (v, d) => (d > 1 ? v + ".." + (v + d - 1) : String(v));
    return "(" + span(r, dr) + ", " + span(c, dc) + ")";
  }

  function describe(i) {
    const out = [(X.pic.unit === "chunk" ? "elements " : "element ") + range(i) + ", offset " + X.pic.offsets[i]];
    if (X.pic.bytes) {
      const b = X.pic.bytes[i], n = bytesOfCell(), bank = bankOf(b);
      out[0] += ", byte " + wgd.hex(b) + (n > 1 ? ".." + wgd.hex(b + n - 1) : "") + ", bank " + bank + (n > 4 ? "-" + (bank + n / 4 - 1) : "");
    }
    const p = X.words ? wgd.derivation.path(i) : null;
    if (p) {
      out.push("its address: " + wgd.derivation.text(p));
      const at = blockOf(i).block;
      out.push("fetched by block " + at.join(",") + ", descriptor " + wordOf(at));
    }
    if (wgd.cells.wrong(i)) out.push("the other descriptor fetches it from " + wgd.hex(wgd.cells.otherByte(i)));
    return out.join("\n");
  }

  function select(i) {
    X.selected = i;
    X.byte = null;
    $("detail").textContent = describe(i);
    mark();
  }

  /* The element in cell i that byte b belongs to. */
  function elementAt(i, b) {
    const e = Math.floor(((b - X.pic.bytes[i]) * 8) / X.bits), [r, c] = coord(i);
    return X.pic.cell[0] > 1 ? [r + e, c] : [r, c + e];
  }

  function selectByte(b) {
    X.byte = b;
    const fed = wgd.memory.feeding(b);
    if (!fed.length) {
      X.selected = -1;
      $("detail").textContent = "byte " + wgd.hex(b) + " feeds no element";
    } else {
      X.selected = fed[0];
      const list = fed.slice(0, 4).map((i) => "(" + elementAt(i, b).join(", ") + ")");
      $("detail").textContent = "byte " + wgd.hex(b) + ", bank " + bankOf(b) + ": element " + list.join(" and ") +
        (fed.length > 4 ? " and " + (fed.length - 4) + " more" : "") + "\n" + describe(X.selected);
    }
    mark();
  }

  /* A link's element: "row,column". */
  function pointAt(text) {
    const [r, c] = text.split(",").map((v, i) => Math.floor(Number(v) / X.pic.cell[i]));
    if (r >= 0 && c >= 0 && r < X.pic.rows && c < X.pic.cols) select(r * X.pic.cols + c);
  }

  /* ---- stepping ---- */

  function step(dm, dk) {
    const to = [X.block[0] + dm, X.block[1] + dk];
    if (to[0] < 0 || to[1] < 0 || to[0] >= X.blocks[0] || to[1] >= X.blocks[1]) return;
    look({ block: to.join(",") });
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    $("play").textContent = "\u25b6 play K";
  }

  /* Once through the K blocks, and back to where it began. */
  function play() {
    if (playing) return stop();
    const home = X.block.join(",");
    let left = X.blocks[1];
    $("play").textContent = "\u25a0 stop";
    playing = setInterval(() => {
      if (--left < 0 || $("explorer").hidden) { stop(); return; }
      look({ block: left === 0 ? home : [X.block[0], (X.block[1] + 1) % X.blocks[1]].join(",") });
    }, 800);
    return undefined;
  }

  const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const cellOf = (e) => e.target.closest && e.target.closest(".c");
  const indexOf = (e) => { const [, r, c] = e.id.split("-"); return r * X.pic.cols + Number(c); };
  const focusOn = (i) => wgd.sheet.of($("grid")).focus(Math.floor(i / X.pic.cols), i % X.pic.cols);

  function listenToGrid(grid) {
    for (const kind of ["pointerover", "click", "focusin"]) {
      grid.addEventListener(kind, (e) => { const c = cellOf(e); if (c) select(indexOf(c)); });
    }
    grid.addEventListener("click", (e) => {
      const c = cellOf(e);
      if (!c) return;
      focusOn(X.selected);
      look({ at: coord(X.selected).join(",") }, "silent");
    });
    grid.addEventListener("keydown", (e) => {
      const move = ARROWS[e.key];
      if (!move || X.selected < 0) return;
      e.preventDefault();
      wgd.sheet.of(grid).focus(Math.floor(X.selected / X.pic.cols) + move[0], (X.selected % X.pic.cols) + move[1]);
    });
  }

  function listenToMemory(mem) {
    for (const kind of ["pointermove", "click"]) {
      mem.addEventListener(kind, (e) => {
        const c = cellOf(e), b = c && wgd.memory.byteUnder(e, c);
        if (c && b !== X.byte) selectByte(b);
      });
    }
    mem.addEventListener("focusin", (e) => {
      const c = cellOf(e);
      if (c && (X.byte === null || Math.floor(X.byte / 16) * 16 !== Number(c.dataset.at))) selectByte(Number(c.dataset.at));
    });
    mem.addEventListener("keydown", (e) => {
      const move = ARROWS[e.key];
      if (!move || X.byte === null) return;
      e.preventDefault();
      const b = X.byte + move[0] * 128 + move[1], before = X.byte;
      X.byte = b;
      if (wgd.memory.focus(b)) selectByte(b); else X.byte = before;
    });
  }

  function begin() {
    for (const id of ["grid", "mem"]) wgd.sheet.follow($(id).parentElement);
    listenToGrid($("grid"));
    listenToMemory($("mem"));
    document.addEventListener("keydown", (e) => {
      const keys = { "[": [0, -1], "]": [0, 1], "{": [-1, 0], "}": [1, 0] };
      if (keys[e.key] && !$("explorer").hidden && !/INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) step(...keys[e.key]);
    });
    $("kprev").onclick = () => step(0, -1);
    $("knext").onclick = () => step(0, 1);
    $("mprev").onclick = () => step(-1, 0);
    $("mnext").onclick = () => step(1, 0);
    $("play").onclick = play;
    $("unit").addEventListener("change", () => look({ unit: $("unit").value, block: "" }));
    $("says").addEventListener("change", () => look({ says: $("says").value }));
    $("other").addEventListener("input", () => look({ other: $("other").value.trim() }));
  }

  return { begin, show, forget: () => { asked = ""; X.pic = X.words = X.other = null; stop(); } };
})();
