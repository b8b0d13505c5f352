import { type Editor, Extension, type Extensions, type Node } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import type { Awareness } from "y-protocols/awareness";
import type { Doc } from "yjs";
import { documentExtensions } from "../../../contract/document/extensions.ts";
import { documentFragment } from "../../../contract/document/json.ts";
import { editorBlocks } from "../blocks/blocks.ts";
import type { EditorBlock, ToolbarTools } from "../blocks/editor-block.ts";
import { BlockMoves } from "./block-moves.ts";
import { collaborationCarets, type EditingPerson } from "./collaboration-carets.ts";
import { FreshCursor, LastLine, SharedText } from "./cursor.ts";
import { Pasting } from "./pasting.ts";
import { suggestionsWith } from "./suggestions/suggestions.tsx";
import { selectionMenuIn } from "./toolbar/selection-menu.tsx";
import { UploadPlaceholders } from "./uploads/upload-placeholders.ts";
import { fileDropsTo } from "./uploads/uploads.tsx";

interface EditorParts {
  doc: Doc;
  awareness: Awareness;
  person: EditingPerson;
  tools: ToolbarTools;
  float: HTMLElement;
  takeFiles: (files: File[], at: number | undefined) => void;
}

const placeholders = Object.assign({}, ...editorBlocks.map((block) => block.placeholders)) as Record<string, string>;
const views = Object.assign({}, ...editorBlocks.map((block) => block.views)) as NonNullable<EditorBlock["views"]>;

/** The document's blocks with the views that the editor gives them. */
const drawnExtensions: Extensions = documentExtensions.map(
  (extension) => views[extension.name]?.(extension as Node) ?? extension,
);

/** All that the editor does, on top of the blocks of the contract. */
export function editorExtensions({ doc, awareness, person, tools, float, takeFiles }: EditorParts): Extensions {
  return [
    ...drawnExtensions,
    SharedText.configure({ document: doc, field: documentFragment }),
    collaborationCarets(awareness, person),
    Placeholder.configure({
      includeChildren: true,
      // Inside of lists and tables a hint would be in the way.
      placeholder: ({ editor, node, pos }) => {
        // The view knows the newest document, which positions belong to, before the editor does.
        const { doc } = editor.view.state;
        const isInside = pos > doc.content.size || doc.resolve(pos).depth > 0;
        return isInside && node.type.name === "paragraph" ? "" : (placeholders[node.type.name] ?? "");
      },
    }),
    suggestionsWith(tools),
    fileDropsTo(takeFiles),
    UploadPlaceholders,
    selectionMenuIn(float),
    FreshCursor,
    BlockMoves,
    LastLine,
    Pasting,
    ...editorBlocks.flatMap(({ extensions = [] }) => extensions),
    moreKeys(tools.openLink),
  ];
}

/**
 * Keys that the blocks do not bring themselves. Headings also lie on Shift, because AltGr, which is Ctrl+Alt
 * on Windows, types „²“ and „³“ on German keyboards.
 */
const moreKeys = (openLink: () => void) =>
  Extension.create({
    name: "moreKeys",
    addKeyboardShortcuts() {
      const { editor } = this;
      const heading = (level: 2 | 3 | 4) => () => editor.commands.toggleHeading({ level });
      return {
        "Mod-Shift-0": () => editor.commands.setParagraph(),
        "Mod-Shift-1": heading(2),
        "Mod-Shift-2": heading(3),
        "Mod-Shift-3": heading(4),
        "Mod-Alt-1": heading(2),
        "Mod-Alt-2": heading(3),
        "Mod-Alt-3": heading(4),
        "Mod-Shift-k": () => {
          openLink();
          return true;
        },
        "Mod-Enter": () => leaveBlock(editor),
      };
    },
  });

/** Goes on in a paragraph below the outermost block around the cursor. */
function leaveBlock(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.depth < 1 || $from.node(1).type.name === "paragraph") return false;
  const end = $from.after(1);
  return editor
    .chain()
    .insertContentAt(end, { type: "paragraph" })
    .setTextSelection(end + 1)
    .scrollIntoView()
    .run();
}
