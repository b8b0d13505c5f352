import type { Extensions, Node } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import type { Awareness } from "y-protocols/awareness";
import type { Doc } from "yjs";
import { documentExtensions } from "../../../contract/document/extensions.ts";
import { documentFragment } from "../../../contract/document/json.ts";
import { editorBlocks } from "../blocks/blocks.ts";
import type { EditorBlock, ToolbarTools } from "../blocks/editor-block.ts";
import { BlockMoves } from "./block-moves.ts";
import { caretsOf, type EditingPerson } from "./carets.ts";
import { fileDropsTo } from "./file-drops.ts";
import { FreshCursor } from "./fresh-cursor.ts";
import { LastLine } from "./last-line.ts";
import { Pasting } from "./markdown-paste.ts";
import { moreKeys } from "./more-keys.ts";
import { selectionMenuIn } from "./selection-menu.tsx";
import { SharedText } from "./shared-text.ts";
import { suggestionsWith } from "./suggestions.ts";
import { UploadPlaceholders } from "./upload-placeholders.ts";

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
    caretsOf(awareness, person),
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
