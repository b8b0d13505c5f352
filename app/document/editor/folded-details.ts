import type { Editor } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** Keeps the cursor out of what is folded: it stays at the heading, or goes on behind it. */
export function keepOutOfFolded({ editor, openClass }: { editor: Editor; openClass: string }): Plugin {
  return new Plugin({
    key: new PluginKey("foldedDetails"),
    appendTransaction(transactions, before, after) {
      const { view } = editor;
      if (view.composing || !after.selection.empty || !transactions.some(({ selectionSet }) => selectionSet))
        return null;
      const folded = foldedAround(after, view, openClass);
      if (!folded) return null;
      const wasThere = before.selection.from > folded.start && before.selection.from < folded.end;
      const place = wasThere
        ? Selection.near(after.doc.resolve(folded.end), 1)
        : Selection.near(after.doc.resolve(folded.start + 1), 1);
      return after.tr.setSelection(place);
    },
  });
}

/** The outermost folded block around the cursor, unless the cursor is in its heading. */
function foldedAround({ selection: { $from } }: EditorState, view: EditorView, openClass: string) {
  for (let depth = 1; depth < $from.depth; depth += 1) {
    if ($from.node(depth).type.name !== "details") continue;
    const start = $from.before(depth);
    const dom = view.nodeDOM(start);
    const isFolded = dom instanceof HTMLElement && !dom.classList.contains(openClass);
    if (isFolded && $from.node(depth + 1).type.name === "detailsContent") return { start, end: $from.after(depth) };
  }
  return undefined;
}
