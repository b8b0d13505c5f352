import type { Editor } from "@tiptap/core";
import { Superscript } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

export const footnote: EditorBlock = {
  entries: [
    {
      id: "footnote",
      name: "Fußnote",
      group: "Einfügen",
      icon: Superscript,
      keywords: "fussnote footnote anmerkung quelle endnote",
      run: addFootnote,
    },
  ],
  holders: ["footnote"],
};

/** Refers to a new footnote here, without the blank that „/“ needed, and goes on writing in it at the end of the text. */
function addFootnote(editor: Editor): void {
  const label = nextLabel(editor);
  focused(editor)
    .command(({ tr }) => {
      const { $from, empty } = tr.selection;
      if (empty && $from.nodeBefore?.text?.endsWith(" ")) tr.delete($from.pos - 1, $from.pos);
      return true;
    })
    .insertContent({ type: "footnoteReference", attrs: { label } })
    .command(({ tr, state, commands }) => {
      const end = tr.doc.content.size;
      const node = state.schema.nodeFromJSON({ type: "footnote", attrs: { label }, content: [{ type: "paragraph" }] });
      tr.insert(end, node);
      return commands.setTextSelection(end + 2);
    })
    .scrollIntoView()
    .run();
}

/** The first number that neither a footnote nor a reference bears. */
function nextLabel({ state }: Editor): string {
  const taken = new Set<unknown>();
  state.doc.descendants(({ type, attrs }) => {
    if (type.name.startsWith("footnote")) taken.add(attrs.label);
  });
  let number = 1;
  while (taken.has(String(number))) number++;
  return String(number);
}
