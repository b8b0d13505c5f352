import { Pilcrow } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

export const paragraph: EditorBlock = {
  entries: [
    {
      ...{ id: "paragraph", name: "Text", group: "Text", icon: Pilcrow },
      words: "absatz paragraph normal",
      run: (editor) => focused(editor).setParagraph().run(),
    },
  ],
  placeholders: { paragraph: "Schreib los, „/“ für mehr …" },
};
