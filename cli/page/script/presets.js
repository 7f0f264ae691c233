/* SPDX-License-Identifier: MIT
 * Questions to begin with: what the hardware does, one question after another of the guide, and every command's
 * own examples. */
wgd.presets = (() => {
  /* docs/hardware.md, "What it settles". */
  const HARDWARE = [
    ["LBO in K-major with a swizzle is not read", "diff 0x4000004000000040 0x4000004000010040 --major k"],
    ["A stride over one item is not read", "diff 0x4000004000010040 0x4000000000010040 --operand b --n 8 --major k"],
    ["LBO and SBO change roles in MN-major without swizzle", "show --major mn --swizzle none --shape 64x16"],
    ["The swizzle acts on absolute addresses", "show --major k --swizzle 128B --shape 64x64 --start 0x400"],
    ["base_offset is subtracted from the row bits", "show 0x4002004000010048 --major k"],
    ["A pattern that begins between two rows has no descriptor", "solve --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)' --start 0x410"],
    ["Two descriptors for one block", "show --major k --swizzle 128B --shape 64x64 --block 0,2"],
    ["Ignored bits change nothing", "diff 0x4000004000010040 0x4030004000010040 --major k"],
    ["The pitch within a group is fixed", "solve --layout '(64,64):(72,1)'"],
    ["tf32 and the 8-bit types are K-major", "show --dtype e4m3 --major k --swizzle 128B --shape 64x128"],
  ];

  /* The guide's questions: "= group", "# question", then its commands; the first is taken. */
  function questions(text) {
    const groups = [["Ten minutes", []]];
    let asked = null;
    for (const line of text.split("\n")) {
      if (line.startsWith("= ")) groups.push([line.slice(2), []]);
      else if (line.startsWith("# ")) asked = line.slice(2);
      else if (line && !line.endsWith("\\") && (asked || groups.length === 1)) {
        const { words } = wgd.words.split(line), name = asked || line;
        groups[groups.length - 1][1].push([name, wgd.words.line(words)]);
        asked = null;
      }
    }
    return groups;
  }

  function begin(go) {
    const pick = $("preset");
    const add = (title, list) => {
      if (!list.length) return;
      const g = wgd.el("optgroup", { label: title });
      for (const [name, line] of list) g.append(wgd.el("option", { value: line }, name));
      pick.append(g);
    };
    for (const [title, list] of questions($("questions").textContent)) add("Guide: " + title, list);
    add("What the hardware does", HARDWARE.map(([name, line]) => [name, "wgdesc " + line]));
    for (const c of wgd.tables.list()) {
      if (c.batch) add("wgdesc " + c.name, c.examples.map((e) => [e.what, wgd.words.line(wgd.words.split(e.command).words)]));
    }
    pick.addEventListener("change", () => {
      if (pick.value) go(pick.value, "push");
      pick.selectedIndex = 0;
    });
  }

  return { begin, questions, hardware: HARDWARE };
})();
