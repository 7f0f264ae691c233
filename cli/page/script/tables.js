/* SPDX-License-Identifier: MIT
 * The program's own tables of commands and options (help --json), and a command line read with them. */
wgd.tables = (() => {
  let commands = [], byName = new Map(), types = [];

  function load() {
    const help = wgd.core.json(["help"]);
    commands = help.commands;
    byName = new Map(commands.map((c) => [c.name, c]));
    types = wgd.core.json(["list", "dtypes"]).dtypes;
    for (const c of commands) {
      c.all = [...c.options, ...help.options];
      /* What a form shows: what a request may hold. */
      c.fields = c.options.filter((o) => o.request && o.name !== "format");
    }
  }

  const optionOf = (c, word) => {
    const name = word.replace(/^--/, "").replace(/=.*$/s, "");
    const exact = c.all.find((o) => "--" + o.name === "--" + name && word.startsWith("--"));
    const short = /^-[a-zA-Z]/.test(word) ? c.all.find((o) => o.letter === word[1]) : null;
    const begun = word.startsWith("--") ? c.all.filter((o) => o.name.startsWith(name)) : [];
    return exact || short || (begun.length === 1 ? begun[0] : null);
  };

  /* {command, values: name -> text or true, operands: [text], implied: no command was named} */
  function parse(words) {
    const at = words.findIndex((w) => !w.startsWith("-"));
    const named = at === 0 && byName.has(words[0]);
    const command = named ? byName.get(words[0]) : commands[0];
    const p = { command, values: {}, operands: [], implied: !named };
    const rest = words.slice(named ? 1 : 0), loose = [];
    for (let i = 0, open = true; i < rest.length; i++) {
      const w = rest[i], o = open && w.startsWith("-") && w.length > 1 && !/^-\d/.test(w) ? optionOf(command, w) : null;
      if (open && w === "--") open = false;
      else if (!o) loose.push(w);
      else if (o.kind === "flag") p.values[o.name] = true;
      else if (w.startsWith("--") && w.includes("=")) p.values[o.name] = w.slice(w.indexOf("=") + 1);
      else if (!w.startsWith("--") && w.length > 2) p.values[o.name] = w.slice(2);
      else p.values[o.name] = rest[++i] === undefined ? "" : rest[i];
    }
    for (const name of command.operands) {
      if (loose.length === 0) break;
      const o = command.options.find((x) => x.name === name);
      if (o && o.kind === "arguments") {
        p.values[name] = loose.splice(0);
      } else if (p.values[name] === undefined) {
        p.values[name] = loose.shift();
      }
    }
    if (loose.length && command.alone && p.values[command.alone] === undefined) p.values[command.alone] = loose.shift();
    p.operands = loose;
    /* One descriptor among words and files is what a form, and a request, calls desc. */
    const many = p.values.words, word = many && many.length === 1 && wgd.word(many[0]) !== null;
    if (word && command.fields.some((o) => o.name === "desc")) {
      p.values.desc = many[0];
      delete p.values.words;
    }
    return p;
  }

  /* The words of a command and its values; what is not to be said is undefined or "". */
  function words(command, values) {
    const out = [command.name], said = (v) => v !== undefined && v !== "" && v !== false && v.length !== 0;
    for (const name of command.operands) {
      const v = name === "words" && !said(values.words) ? values.desc : values[name];
      if (!said(v)) break;
      out.push(...(Array.isArray(v) ? v : [v]));
    }
    const first = command.operands.findIndex((name) => !said(values[name]) && !(name === "words" && said(values.desc)));
    const taken = first < 0 ? command.operands : command.operands.slice(0, first);
    for (const o of command.all) {
      const v = values[o.name];
      if (taken.includes(o.name) || (o.name === "desc" && taken.includes("words")) || !said(v) || Array.isArray(v)) continue;
      out.push("--" + o.name);
      if (v !== true) out.push(v);
    }
    return out;
  }

  /* The same question, without what is said of where and how its answer is written. */
  const OUTWARD = ["output", "force", "format", "json", "color", "ascii", "picture"];
  function bare(p) {
    const values = { ...p.values };
    for (const name of OUTWARD) delete values[name];
    return words(p.command, values);
  }

  const get = (name) => byName.get(name);
  const typeOf = (name) => types.find((t) => t.name === name);
  return { load, parse, words, bare, get, typeOf, optionOf, list: () => commands };
})();
