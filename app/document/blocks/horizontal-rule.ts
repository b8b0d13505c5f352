import { Minus } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

export const horizontalRule: EditorBlock = {
  entries: [
    {
      ...{ id: "rule", name: "Trennlinie", group: "Einfügen", icon: Minus, typed: "---" },
      words: "linie horizontal rule trenner hr",
      run: (editor) => focused(editor).setHorizontalRule().run(),
    },
  ],
};
