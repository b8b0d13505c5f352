import { Minus, Pilcrow, Quote } from "lucide-react";
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

export const blockquote: EditorBlock = {
  entries: [
    {
      ...{ id: "quote", name: "Zitat", group: "Text", icon: Quote, typed: ">" },
      words: "quote blockquote zitieren",
      run: (editor) => focused(editor).setBlockquote().run(),
    },
  ],
  holders: ["blockquote"],
};

export const horizontalRule: EditorBlock = {
  entries: [
    {
      ...{ id: "rule", name: "Trennlinie", group: "Einfügen", icon: Minus, typed: "---" },
      words: "linie horizontal rule trenner hr",
      run: (editor) => focused(editor).setHorizontalRule().run(),
    },
  ],
};
