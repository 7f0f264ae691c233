/* SPDX-License-Identifier: MIT
 * What can be copied: the command, C constants, the call in Python, the picture, the link. */
wgd.code = (() => {
  const macro = (name, value) => "#define " + name + " UINT64_C(" + value + ")";

  /* The descriptors of an answer as C; emit writes a plan. null where there is nothing to write. */
  function c(parsed) {
    const name = parsed.command.name, words = wgd.tables.bare(parsed), head = "/* " + wgd.words.line(words).replace(/\*\//g, "* /") + " */\n";
    if (name === "emit") return wgd.core.run(words).out || null;
    if (name === "plan") {
      const emit = wgd.tables.get("emit"), values = {};
      for (const o of emit.fields) values[o.name] = parsed.values[o.name];
      return wgd.core.run(wgd.tables.words(emit, values)).out || null;
    }
    const j = wgd.core.json(words);
    if (!j) return null;
    if (name === "swizzle") return j.code ? head + j.code : null;
    if (name === "idesc") return j.idesc ? head + "#define IDESC UINT32_C(" + j.idesc + ")\n" : null;
    const tile = name === "show" && j.kind === "tile" ? wgd.core.json(["desc", ...(wgd.pictures.question(parsed) || {}).tile]) : j;
    if (tile.blocks && Array.isArray(tile.blocks) && tile.blocks.length) {
      const rows = tile.blocks.map((b) => "    UINT64_C(" + b.descriptor + "), /* block " + b.mn + "," + b.k + " */").join("\n");
      return head + "static const uint64_t desc[" + tile.blocks.length + "] = {\n" + rows + "\n};\n" +
        "enum { DESC_LBO = " + tile.lbo.field + ", DESC_SBO = " + tile.sbo.field + ", DESC_LAYOUT_TYPE = " + tile.layout_type.value + " };\n";
    }
    const word = j.descriptor || j.desc;
    return word ? head + macro("DESC", wgd.fullWord(word)) + "\n" + (j.other ? macro("OTHER", wgd.fullWord(j.other)) + "\n" : "") : null;
  }

  const quoted = (t) => JSON.stringify(t);

  function value(o, v) {
    if (v === true) return "True";
    if (Array.isArray(v)) return v.map(quoted).join(", ");
    if (o.kind === "shape" || o.kind === "list" || (o.kind === "block" && v.includes(","))) return "(" + v.split(/[x,]/).map((t) => t.trim()).join(", ") + ")";
    if (o.kind === "word" || ((o.kind === "number" || o.kind === "address") && /^(0x[0-9a-f]+|\d+)$/i.test(v))) return v;
    return quoted(v);
  }

  /* The call of the Python package; null for what is no request. */
  function python(parsed) {
    const { command, values } = parsed;
    if (!command.batch) return null;
    const args = [];
    for (const o of command.fields) {
      const v = values[o.name];
      if (v === undefined || v === "" || v === false) continue;
      const alone = command.operands.includes(o.name) && (args.every((a) => !/^\w+=/.test(a)));
      args.push((alone ? "" : o.name.replace(/-/g, "_") + "=") + value(o, v));
    }
    return "import wgdesc\nwgdesc." + command.name + "(" + args.sort((a, b) => /^\w+=/.test(a) - /^\w+=/.test(b)).join(", ") + ")\n";
  }

  /* The picture as the program draws it: of what it draws itself, or of the explorer's question. */
  function svg(parsed) {
    const words = wgd.tables.bare(parsed);
    if (parsed.command.formats.includes("svg")) return wgd.core.run([...words, "--format", "svg"]).out || null;
    const q = wgd.pictures.question(parsed);
    return q ? wgd.core.run(["show", ...q.words, "--format", "svg"]).out || null : null;
  }

  async function copy(text, what) {
    let done = false;
    if (navigator.clipboard) done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    if (!done) {
      const box = wgd.el("textarea", { value: text, class: "away", "aria-hidden": "true" });
      document.body.append(box);
      box.select();
      done = document.execCommand("copy");
      box.remove();
    }
    $("copied").textContent = done ? what + " copied" : "the browser does not let a page copy";
  }

  return { c, python, svg, copy };
})();
