/* SPDX-License-Identifier: MIT
 * The 64 bits of a descriptor: a strip of bits, and a line for each field. */
wgd.wordView = (() => {
  const { X } = wgd.cells;
  const COMMON = [["SBO", 45, 32], ["-", 31, 30], ["LBO", 29, 16], ["-", 15, 14], ["start", 13, 0]];
  const FIELDS = {
    sm90: [["layout type", 63, 62], ["-", 61, 52], ["base offset", 51, 49], ["-", 48, 46], ...COMMON],
    sm100: [["layout type", 63, 61], ["-", 60, 53], ["LBO mode", 52, 52], ["base offset", 51, 49], ["version", 48, 46], ...COMMON],
  };
  const of = (arch) => FIELDS[/^sm10/.test(arch) ? "sm100" : "sm90"];
  const bits = (word, high, low) => (word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n);
  const id = (name) => name.replace(/ /g, "-").toLowerCase();

  /* What the core says of a word. */
  const facts = (word, arch) => wgd.core.json(["decode", word, ...(arch && arch !== "sm90" ? ["--arch", arch] : [])]);

  function meaning(name, value, f) {
    if (name === "-") return "ignored";
    if (name === "layout type") return f.layout_type.name;
    if (name === "start") return wgd.hex(f.start.bytes);
    if (name === "LBO") return f.lbo.bytes + " B";
    if (name === "SBO") return f.sbo.bytes + " B";
    return String(value);
  }

  /* Does the hardware read this field here? What the arrows show, it does. */
  function used(name, f) {
    if (name === "-") return false;
    const read = X.words ? X.pic : X.other; /* the map that the word is read by; none where it is shown alone */
    if (name === "LBO" || name === "SBO") return !read || read.arrows.some((a) => a.name === name);
    return name !== "base offset" || f.layout_type.name !== "none";
  }

  /* Two rows of 32 bits: no field crosses the middle. */
  function strip(fields, word) {
    const part = ([name, h, l]) => {
      const e = wgd.el("span", { class: "f-" + (name === "-" ? "none" : id(name)), title: name + " " + h + "-" + l },
        bits(word, h, l).toString(2).padStart(h - l + 1, "0"));
      e.style.flexGrow = h - l + 1;
      return e;
    };
    return wgd.el("div", { class: "strip", "aria-hidden": "true" }, ...[true, false].map((high) =>
      wgd.el("div", {}, ...fields.filter(([, , l]) => (l >= 32) === high).map(part))));
  }

  /* The table of a word; `compare` is another, whose fields that differ are marked. */
  function table(text, arch, compare) {
    const word = BigInt(text), fields = of(arch), f = facts(text, arch);
    /* What is ignored has a line where it is not 0, or not the same. */
    const told = ([name, h, l]) => name !== "-" || bits(word, h, l) !== 0n || (compare !== null && bits(compare, h, l) !== 0n);
    const rows = fields.filter(told).map(([name, h, l]) => {
      const v = bits(word, h, l), differs = compare !== null && v !== bits(compare, h, l), read = used(name, f);
      return wgd.el("tr", { class: "f-" + (name === "-" ? "none" : id(name)) + (read ? "" : " unread") + (differs ? " differs" : "") },
        wgd.el("th", { scope: "row" }, name === "-" ? "no field" : name),
        wgd.el("td", { class: "where" }, h === l ? String(h) : h + "-" + l),
        wgd.el("td", { class: "raw" }, v.toString(2).padStart(h - l + 1, "0")),
        wgd.el("td", { class: "means" }, meaning(name, v, f) + (read || name === "-" ? "" : " (not read)")));
    });
    const head = wgd.el("tr", {}, ...["field", "bits", "value", "means"].map((t) => wgd.el("th", { scope: "col" }, t)));
    return [strip(fields, word), wgd.el("table", { class: "fields" }, wgd.el("thead", {}, head), wgd.el("tbody", {}, ...rows))];
  }

  /* The word of the block that is stepped to, or of the one that is pointed into. */
  let drawn = "";
  function draw(pointed) {
    const at = pointed || X.block, text = wgd.cells.wordOf(at), key = text + at + (X.other ? X.other.descriptor : "");
    $("of").textContent = at[0] === X.block[0] && at[1] === X.block[1] ? "" : " of block " + at.join(",");
    if (key === drawn && $("word").firstChild) return;
    drawn = key;
    $("word").replaceChildren(...table(text, X.arch, X.other && X.other.descriptor ? BigInt(X.other.descriptor) : null));
    $("now").textContent = text;
    drawStepper();
  }

  /* A word that is no block's; `right` is what it should have been. */
  function lone(text, arch, right) {
    $("of").textContent = "";
    $("now").textContent = text;
    $("word").replaceChildren(...table(text, arch, right ? BigInt(right) : null));
    drawn = "";
  }

  /* The fields of any word, as an answer lists them: {field, low, width, value}. */
  function listed(fields) {
    const down = fields.slice().sort((a, b) => b.low - a.low), raw = (f) => f.value.toString(2).padStart(f.width, "0");
    const parts = [];
    let top = 32;
    for (const f of down) {
      if (f.low + f.width < top) parts.push([null, top - f.low - f.width]);
      parts.push([f, f.width]);
      top = f.low;
    }
    if (top > 0) parts.push([null, top]);
    const strip = wgd.el("div", { class: "strip", "aria-hidden": "true" }, wgd.el("div", {}, ...parts.map(([f, n]) => {
      const e = wgd.el("span", { class: f ? "f-listed" : "f-none", title: f ? f.field : "no field" }, f ? raw(f) : "0".repeat(n));
      e.style.flexGrow = n;
      return e;
    })));
    const rows = down.map((f) => wgd.el("tr", {}, wgd.el("th", { scope: "row" }, f.field.replace(/_/g, " ")),
      wgd.el("td", { class: "where" }, f.width === 1 ? String(f.low) : f.low + f.width - 1 + "-" + f.low), wgd.el("td", { class: "raw" }, raw(f)),
      wgd.el("td", { class: "means" }, String(f.value))));
    const head = wgd.el("tr", {}, ...["field", "bits", "value", "number"].map((t) => wgd.el("th", { scope: "col" }, t)));
    return wgd.el("section", { class: "side" }, strip, wgd.el("table", { class: "fields" }, wgd.el("thead", {}, head), wgd.el("tbody", {}, ...rows)));
  }

  function drawStepper() {
    $("which").textContent = "block " + X.block.join(",") + " of " + X.blocks[0] + " x " + X.blocks[1] + " (MN x K)";
    $("kprev").disabled = X.block[1] === 0;
    $("knext").disabled = X.block[1] + 1 >= X.blocks[1];
    $("mprev").disabled = X.block[0] === 0;
    $("mnext").disabled = X.block[0] + 1 >= X.blocks[0];
    $("play").disabled = X.blocks[1] < 2;
  }

  /* The fields that lead to what is pointed at. */
  function link(names) {
    for (const e of $("word").querySelectorAll("tr, .strip span")) {
      e.classList.toggle("linked", names.some((n) => e.classList.contains("f-" + id(n))));
    }
  }

  return { table, facts, bits, draw, lone, listed, drawStepper, link };
})();
