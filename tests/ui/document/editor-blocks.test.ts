// @vitest-environment happy-dom
import { EditorState, NodeSelection, TextSelection } from "@tiptap/pm/state";
import { describe, expect, test } from "vitest";
import { moveBlock } from "../../../app/document/editor/block-moves.ts";
import { blockEntries, findBlockEntries } from "../../../app/document/editor/suggestions/suggestions.tsx";
import { documentSchema } from "../../../contract/document/extensions.ts";

const names = (search: string) => findBlockEntries(search).map(({ name }) => name);

describe("the list behind „/“", () => {
  test("offers everything, group by group", () => {
    expect(names("")).toEqual(blockEntries.map(({ name }) => name));
    const groups = blockEntries.map(({ group }) => group);
    expect([...new Set(groups)]).toEqual(["Text", "Überschriften", "Listen", "Hinweise", "Einfügen"]);
    expect(groups).toEqual([...groups].sort((a, b) => groups.indexOf(a) - groups.indexOf(b)));
  });

  test.each([
    ["über", "Überschrift 1"],
    ["ueber", "Überschrift 1"],
    ["uber", "Überschrift 1"],
    ["gefahr", "Hinweis: Gefahr"],
    ["warnung", "Hinweis: Achtung"],
    ["mermaid", "Diagramm"],
    ["todo", "Aufgabenliste"],
    ["BILD", "Bild"],
    ["anhang", "Datei"],
    ["toggle", "Aufklappbar"],
    ["fussnote", "Fußnote"],
    ["h2", "Überschrift 2"],
  ])("finds by „%s“ first %s", (search, name) => {
    expect(names(search)[0]).toBe(name);
  });

  test("finds nothing for what is no block", () => {
    expect(names("etc/hosts")).toEqual([]);
  });
});

describe("a block that is carried", () => {
  const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
  const point = (text: string, ...inside: object[]) => ({ type: "listItem", content: [paragraph(text), ...inside] });
  const open = (content: object[], needle: string) => {
    const doc = documentSchema.nodeFromJSON({ type: "doc", content });
    let at = 0;
    doc.descendants((node, position) => {
      if (node.isText && node.text?.includes(needle)) at = position + 1;
    });
    return EditorState.create({ doc, selection: TextSelection.create(doc, at) });
  };
  const words = (state: EditorState) => state.doc.textBetween(0, state.doc.content.size, " ");
  const moved = (state: EditorState, step: -1 | 1) => {
    const transaction = moveBlock(state, step);
    return transaction && state.apply(transaction);
  };

  test("changes places with the next and keeps the cursor", () => {
    const state = moved(open([paragraph("eins"), paragraph("zwei"), paragraph("drei")], "zwei"), 1);
    expect(state && words(state)).toBe("eins drei zwei");
    expect(state?.selection.$from.parent.textContent).toBe("zwei");
    expect(state && words(moved(state, -1) as EditorState)).toBe("eins zwei drei");
  });

  test("stays at the edge", () => {
    const content = [paragraph("eins"), paragraph("zwei")];
    expect(moved(open(content, "eins"), -1)).toBeUndefined();
    expect(moved(open(content, "zwei"), 1)).toBeUndefined();
  });

  test("takes a point of a list with what is under it", () => {
    const inner = { type: "bulletList", content: [point("a"), point("b")] };
    const list = [{ type: "bulletList", content: [point("eins", inner), point("zwei")] }];
    expect(words(moved(open(list, "eins"), 1) as EditorState)).toBe("zwei eins a b");
    expect(words(moved(open(list, "b"), -1) as EditorState)).toBe("eins b a zwei");
  });

  test("takes a table as one piece", () => {
    const cell = (text: string) => ({ type: "tableCell", content: [paragraph(text)] });
    const table = { type: "table", content: [{ type: "tableRow", content: [cell("a"), cell("b")] }] };
    expect(words(moved(open([paragraph("eins"), table], "b"), -1) as EditorState)).toBe("a b eins");
  });

  test("may be a selected picture", () => {
    const doc = documentSchema.nodeFromJSON({
      type: "doc",
      content: [paragraph("eins"), { type: "image", attrs: { key: "k" } }],
    });
    const state = EditorState.create({ doc, selection: NodeSelection.create(doc, 6) });
    const after = moved(state, -1);
    expect(after?.doc.firstChild?.type.name).toBe("image");
    expect(after?.selection).toBeInstanceOf(NodeSelection);
  });
});
