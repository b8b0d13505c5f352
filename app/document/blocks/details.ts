import { type Editor, Extension } from "@tiptap/core";
import type { Details, DetailsContent } from "@tiptap/extension-details";
import { type EditorState, Plugin, PluginKey, Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { ListCollapse } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

const DetailsKeys = Extension.create({
  name: "detailsKeys",
  addKeyboardShortcuts() {
    return { Enter: () => enterDetails(this.editor) };
  },
});

export const details: EditorBlock = {
  entries: [
    {
      id: "details",
      name: "Aufklappbar",
      group: "Einfügen",
      icon: ListCollapse,
      keywords: "details toggle einklappen zuklappen akkordeon",
      run: (editor) => focused(editor).setDetails().run(),
    },
  ],
  views: {
    detailsContent: (node) => shownAtFirst(node as typeof DetailsContent),
    details: (node) =>
      openAtFirst(node as typeof Details).configure({
        renderToggleButton: ({ element, isOpen }) => {
          element.setAttribute("aria-label", isOpen ? "Zuklappen" : "Aufklappen");
          element.setAttribute("aria-expanded", String(isOpen));
        },
      }),
  },
  extensions: [DetailsKeys],
  placeholders: { detailsSummary: "Worum es geht" },
  holders: ["detailsContent"],
};

/** Whoever edits a page wants to see all of it: what can be folded begins open, at once, so that the cursor may enter. */
function openAtFirst(details: typeof Details) {
  return details.extend({
    addProseMirrorPlugins() {
      return [keepOutOfFolded({ editor: this.editor, openClass: this.options.openClassName })];
    },
    addNodeView() {
      const draw = this.parent?.();
      if (!draw) return null;
      return (props) => {
        const view = draw(props);
        const dom = view.dom as HTMLElement;
        dom.classList.add(this.options.openClassName);
        const element = dom.querySelector("button");
        if (element) this.options.renderToggleButton({ element, isOpen: true, node: props.node });
        return view;
      };
    },
  });
}

function shownAtFirst(content: typeof DetailsContent) {
  return content.extend({
    addNodeView() {
      const draw = this.parent?.();
      if (!draw) return null;
      return (props) => {
        const view = draw(props);
        (view.dom as HTMLElement).removeAttribute("hidden");
        return view;
      };
    },
  });
}

/** Keeps the cursor out of what is folded: it stays at the heading, or goes on behind it. */
function keepOutOfFolded({ editor, openClass }: { editor: Editor; openClass: string }): Plugin {
  return new Plugin({
    key: new PluginKey("foldedDetails"),
    appendTransaction(transactions, before, after) {
      const { view } = editor;
      if (view.composing || !after.selection.empty || !transactions.some(({ selectionSet }) => selectionSet))
        return null;
      const folded = foldedAround(after, view, openClass);
      if (!folded) return null;
      const wasThere = before.selection.from > folded.start && before.selection.from < folded.end;
      const target = wasThere
        ? Selection.near(after.doc.resolve(folded.end), 1)
        : Selection.near(after.doc.resolve(folded.start + 1), 1);
      return after.tr.setSelection(target);
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

/** From the head of what can be folded into its first line, if that is still empty. */
function enterDetails(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== "detailsSummary" || $from.parentOffset < $from.parent.content.size)
    return false;
  const first = $from.node(-1).lastChild?.firstChild;
  if (first?.type.name !== "paragraph" || first.content.size > 0) return false;
  return editor.commands.setTextSelection($from.after() + 2);
}
