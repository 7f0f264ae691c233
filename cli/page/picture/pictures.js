/* SPDX-License-Identifier: MIT
 * Which picture a command has. */
wgd.pictures = (() => {
  const TILE = ["arch", "dtype", "operand", "major", "swizzle", "shape", "n", "order", "start", "sparse", "slice"];
  const READ = ["arch", "dtype", "operand", "major", "n", "sparse"];

  /* Options of the values as words; `as` renames. */
  function options(values, names, as) {
    const out = [];
    for (const n of names) {
      const v = values[n];
      if (v === undefined || v === "" || v === false) continue;
      out.push("--" + ((as && as[n]) || n));
      if (v !== true) out.push(v);
    }
    return out;
  }

  /* How another word is read in this place. */
  const reads = (v, mn) => () => {
    const rest = options(v, ["arch", "dtype", "operand", "sparse"]);
    const out = ["--major", v.major || "k", ...rest];
    if (v.operand === "b") out.push("--n", String(v.n || mn()));
    return [...out, ...sized(v)];
  };
  const blockRows = () => wgd.cells.X.pic.block[0] * wgd.cells.X.pic.cell[0];

  /* --block says which block, as 0,1, or how large one is, as 128x16. */
  const blockSize = (v) => v["inst-block"] || (/x/.test(v.block || "") ? v.block : undefined);
  const sized = (v) => options({ "inst-block": blockSize(v) }, ["inst-block"]);

  function tile(v, words, apart) {
    return { words, tile: [...options(v, TILE), ...sized(v)], dtype: v.dtype, arch: v.arch,
      reads: reads(v, blockRows), apart };
  }

  function map(word, v, words, apart) {
    return { words, dtype: v.dtype, arch: v.arch, reads: reads(v, blockRows), apart };
  }

  function mapOf(v, word) {
    const w = [word, ...options({ major: "k", ...v }, READ), ...sized(v)];
    return map(word, { major: "k", ...v }, w, true);
  }

  function layoutOf(v, extra) {
    return { words: ["--layout", v.layout, ...options(v, ["dtype", "start"])], dtype: v.dtype, apart: true, ...extra };
  }

  const QUESTIONS = {
    show: (v, words) => (v.layout || v.atom ? { words: words.slice(1), dtype: v.dtype } : v.desc ? map(v.desc, v, words.slice(1), false) : tile(v, words.slice(1), false)),
    desc: (v) => tile(v, [...options(v, TILE), ...sized(v)], true),
    explain: (v) => (v.desc ? mapOf(v, v.desc) : QUESTIONS.desc(v)),
    map: (v, words, j) => j.dtype && mapOf({ ...v, dtype: j.dtype, operand: j.operand, major: j.major, n: j.operand === "b" ? String(j.mn) : undefined, sparse: j.sparse }, v.desc),
    decode: (v, words, j) => {
      if (!j.desc) return null; /* several words, or none */
      const r = (j.reads || [])[0];
      return mapOf({ arch: v.arch, ...(r ? { dtype: r.dtypes[0], operand: r.operand, major: r.major } : {}) }, wgd.fullWord(j.desc));
    },
    check: (v, words, j) => (v.layout ? layoutOf({ ...v, dtype: v.dtype || "f16" }, { other: v.desc, word: wgd.fullWord(v.desc), right: (j.cause || {}).repaired, arch: v.arch, reads: reads({ ...v, major: j.major || v.major, operand: v.operand || "a" }, () => v.n || 8) }) :
      mapOf({ ...v, major: j.major || v.major }, v.desc)),
    solve: (v, words, j) => {
      if (v.layout) return layoutOf({ ...v, dtype: v.dtype || "f16" }, j.descriptor ? { word: j.descriptor, arch: v.arch } : {});
      return j.descriptor ? mapOf({ ...v, major: j.major }, j.descriptor) : null;
    },
    swizzle: (v, words, j) => (j.layout ? { words: ["--layout", j.layout], apart: true } : null),
  };

  /* The question for the explorer, or null. */
  function question(parsed) {
    const words = wgd.tables.bare(parsed);
    const make = QUESTIONS[parsed.command.name];
    if (!make) return null;
    const needs = make.length > 2, j = needs ? wgd.core.json(words) : null;
    return needs && !j ? null : make(parsed.values, words, j || {});
  }

  /* Other pictures: nodes to show, or null. */
  function drawing(parsed) {
    const name = parsed.command.name, words = wgd.tables.bare(parsed);
    switch (name) {
    case "diff": return wgd.diffView.draw(parsed, words);
    case "layout": return wgd.algebra.draw(parsed);
    case "tma": return wgd.tma.draw(words);
    case "plan": return wgd.planView.draw(words);
    case "idesc": {
      const j = wgd.core.json(words);
      const fields = j && (j.fields || ((j.readings || [])[0] || {}).fields);
      return fields ? wgd.wordView.listed(fields) : null;
    }
    case "banks": {
      const own = wgd.drawn.banks(words), all = wgd.drawn.picture(words, parsed.command.summary);
      return [...(own || []), ...(all || [])];
    }
    default:
      return parsed.command.formats.includes("svg") ? wgd.drawn.picture(words, parsed.command.summary) : null;
    }
  }

  /* How many lines of the text stand above the picture: the answer first. */
  const BRIEF = { desc: 1, decode: 10, map: 4, check: 7, solve: 16, swizzle: 8, banks: 3, layout: 1, idesc: 2 };
  const brief = (name, text) => text.split("\n").slice(0, BRIEF[name] || 0).join("\n").trimEnd();

  return { question, drawing, brief };
})();
