import { Quote } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

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
