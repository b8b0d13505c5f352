// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { SharedText } from "../../../app/document/editor/cursor.ts";
import { documentExtensions } from "../../../contract/document/extensions.ts";
import { documentFragment } from "../../../contract/document/json.ts";
import { toYUpdate } from "../../../server/document/yjs.ts";

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

/** Two people with the same page open, whose connection passes on what they wrote when `meet` is called. */
function openTwo(blocks: number) {
  const page = toYUpdate({ type: "doc", content: Array.from({ length: blocks }, () => ({ type: "paragraph" })) });
  const docs = [1, 2].map((clientID) => {
    const doc = new Doc();
    doc.clientID = clientID;
    applyUpdate(doc, page);
    return doc;
  });
  const both = docs.map((doc) => {
    const extensions = [...documentExtensions, SharedText.configure({ document: doc, field: documentFragment })];
    const editor = new Editor({ extensions, injectCSS: false, element: document.createElement("div") });
    editors.push(editor);
    return editor;
  });
  const meet = () => {
    for (let round = 0; round < 3; round += 1) {
      const updates = docs.map((doc) => encodeStateAsUpdate(doc));
      for (const [at, doc] of docs.entries()) applyUpdate(doc, updates[1 - at] as Uint8Array);
    }
  };
  /** What the one has written so far reaches the other. */
  const pass = (from: number) => applyUpdate(docs[1 - from] as Doc, encodeStateAsUpdate(docs[from] as Doc));
  return { both, meet, pass };
}

/** Writes letter by letter, as keys do. */
function write(editor: Editor | undefined, words: string) {
  for (const letter of words) editor?.view.dispatch(editor.state.tr.insertText(letter));
}

const textOf = (editor: Editor | undefined) => editor?.state.doc.textContent ?? "";
const sorted = (text: string) => [...text].sort().join("");

describe("two people who begin the same empty paragraph", () => {
  test.each([
    ["a letter each", "a", "B"],
    ["a word each", "Eins", "ZWEI"],
    ["the same word", "Gleich", "Gleich"],
  ])("with %s lose, double and tear nothing", (_, one, other) => {
    const { both, meet } = openTwo(1);
    const [jana, timo] = both;
    write(jana, one);
    write(timo, other);
    meet();
    expect(textOf(jana)).toBe(textOf(timo));
    expect([`${one}${other}`, `${other}${one}`]).toContain(textOf(jana));
  });

  test("and write on at once, while the first letters are still under way, keep every letter", () => {
    const { both, meet } = openTwo(2);
    const [jana, timo] = both;
    let written = "";
    for (const [one, other] of [
      ["Ei", "ZW"],
      ["ns", "EI"],
      ["!", "?"],
      ["mehr", "NOCH"],
    ] as const) {
      write(jana, one);
      write(timo, other);
      written += one + other;
      meet();
      expect(textOf(jana)).toBe(textOf(timo));
      expect(sorted(textOf(jana))).toBe(sorted(written));
    }
    write(jana, "x");
    meet();
    expect(textOf(timo)).toBe(textOf(jana));
    expect(sorted(textOf(jana))).toBe(sorted(`${written}x`));
  });

  test("which one of them has just made, meet in one text, too", () => {
    const { both, meet } = openTwo(1);
    const [jana, timo] = both;
    write(jana, "Zeile");
    jana?.commands.splitBlock();
    meet();
    expect(timo?.state.doc.childCount).toBe(2);
    timo?.commands.setTextSelection(timo.state.doc.content.size - 1);
    write(jana, "eins");
    write(timo, "ZWEI");
    meet();
    write(jana, "drei");
    write(timo, "VIER");
    meet();
    expect(textOf(jana)).toBe(textOf(timo));
    expect(sorted(textOf(jana))).toBe(sorted("ZeileeinsZWEIdreiVIER"));
  });

  test.each(Array.from({ length: 30 }, (_, seed) => seed + 1))(
    "in any order and anywhere in it (%i), meet in the same letters",
    (seed) => {
      const { both, meet, pass } = openTwo(1);
      const chance = chanceFrom(seed);
      let written = "";
      for (let step = 0; step < 40; step += 1) {
        const who = chance(2);
        const editor = both[who];
        const letter = String.fromCharCode((who === 0 ? 97 : 65) + chance(26));
        const at = 1 + chance(textOf(editor).length + 1);
        editor?.view.dispatch(editor.state.tr.insertText(letter, at));
        written += letter;
        if (chance(3) === 0) pass(chance(2));
      }
      meet();
      expect(textOf(both[0])).toBe(textOf(both[1]));
      expect(sorted(textOf(both[0]))).toBe(sorted(written));
    },
  );

  test.each(Array.from({ length: 30 }, (_, seed) => seed + 1))(
    "and make parts of it bold or plain meanwhile (%i), meet in the same letters and the same looks",
    (seed) => {
      const { both, meet, pass } = openTwo(1);
      const chance = chanceFrom(seed);
      let written = "";
      for (let step = 0; step < 40; step += 1) {
        const who = chance(2);
        const editor = both[who];
        const size = textOf(editor).length;
        if (chance(4) === 0 && size > 1) {
          const from = 1 + chance(size);
          const mark = ["bold", "italic"][chance(2)] as string;
          editor
            ?.chain()
            .setTextSelection({ from, to: from + 1 + chance(size + 1 - from) })
            .toggleMark(mark)
            .run();
        } else {
          const letter = String.fromCharCode((who === 0 ? 97 : 65) + chance(26));
          editor?.view.dispatch(editor.state.tr.insertText(letter, 1 + chance(size + 1)));
          written += letter;
        }
        if (chance(3) === 0) pass(chance(2));
      }
      meet();
      expect(both[0]?.getJSON()).toEqual(both[1]?.getJSON());
      expect(sorted(textOf(both[0]))).toBe(sorted(written));
    },
  );
});

/** The same chances for the same seed (xorshift). */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.abs(state) % below;
  };
}
