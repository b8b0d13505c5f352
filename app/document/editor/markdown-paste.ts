import { Extension } from "@tiptap/core";
import { Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { fromMarkdown } from "../../../contract/document/markdown/from-markdown.ts";
import { looksLikeMarkdown } from "./markdown-signs.ts";
import { cleanPastedHtml } from "./pasted-html.ts";

/**
 * What comes from elsewhere: text with the signs of Markdown becomes blocks, unless it is pasted as plain text
 * (Ctrl+Shift+V) or into code; HTML loses what its program left in it.
 */
export const Pasting = Extension.create({
  name: "pasting",
  // Before the code block, which takes all that Visual Studio Code copies.
  priority: 200,
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey("pasting"),
        props: {
          clipboardTextParser: (text, $context, plain, view) => {
            // Typed as never null, and yet null leaves the text to the default.
            if (plain || $context.parent.type.spec.code || !looksLikeMarkdown(text)) return null as unknown as Slice;
            const { content } = view.state.schema.nodeFromJSON(fromMarkdown(text));
            return Slice.maxOpen(content);
          },
          transformPastedHTML: cleanPastedHtml,
          handlePaste: (view, event) => {
            const editor = event.clipboardData?.getData("vscode-editor-data");
            if (!editor || view.state.selection.$from.parent.type.spec.code) return false;
            const { mode } = JSON.parse(editor) as { mode?: string };
            if (mode !== "markdown" && mode !== "plaintext") return false;
            return view.pasteText(event.clipboardData?.getData("text/plain") ?? "", event);
          },
        },
      }),
    ];
  },
});
