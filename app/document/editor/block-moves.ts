import { type Editor, Extension } from "@tiptap/core";
import { Fragment, type ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { editorBlocks } from "../blocks/blocks.ts";

/** What moves as one piece with its cells or parts stays inside; only these may hold blocks that move. */
const holders = new Set(["doc", ...editorBlocks.flatMap(({ holders = [] }) => holders)]);

/**
 * Swaps the block under the cursor, a point of a list included, with the one before or behind it; undefined at the
 * edge and where the selection spans several blocks of different parents.
 */
export function moveBlock(state: EditorState, step: -1 | 1): Transaction | undefined {
  const { $from, $to } = state.selection;
  const depth = movableDepth(state, $from, $to);
  if (depth === undefined) return undefined;
  const parent = $from.node(depth);
  const first = $from.index(depth);
  const last = state.selection instanceof NodeSelection && $from.depth === depth ? first : $to.index(depth);
  const neighbour = parent.maybeChild(step < 0 ? first - 1 : last + 1);
  if (!neighbour) return undefined;
  const start = $from.posAtIndex(first, depth);
  const end = $from.posAtIndex(last + 1, depth);
  const moved = parent.content.cut(start - $from.start(depth), end - $from.start(depth));
  const swapped = step < 0 ? moved.addToEnd(neighbour) : Fragment.from(neighbour).append(moved);
  const transaction =
    step < 0
      ? state.tr.replaceWith(start - neighbour.nodeSize, end, swapped)
      : state.tr.replaceWith(start, end + neighbour.nodeSize, swapped);
  const shift = step * neighbour.nodeSize;
  const { selection } = state;
  transaction.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(transaction.doc, selection.from + shift)
      : TextSelection.create(transaction.doc, selection.anchor + shift, selection.head + shift),
  );
  return transaction.scrollIntoView();
}

function movableDepth(state: EditorState, $from: ResolvedPos, $to: ResolvedPos): number | undefined {
  const shared =
    state.selection instanceof NodeSelection ? $from.depth : Math.min($from.sharedDepth($to.pos), $from.depth - 1);
  for (let depth = shared; depth >= 0; depth -= 1) if (holders.has($from.node(depth).type.name)) return depth;
  return undefined;
}

function move(editor: Editor, step: -1 | 1): boolean {
  const transaction = moveBlock(editor.state, step);
  if (transaction) editor.view.dispatch(transaction);
  // The keys never do anything else, also at the edge.
  return true;
}

/** Alt+Shift+↑ and ↓ carry the block under the cursor. */
export const BlockMoves = Extension.create({
  name: "blockMoves",
  addKeyboardShortcuts() {
    return {
      "Alt-Shift-ArrowUp": ({ editor }) => move(editor, -1),
      "Alt-Shift-ArrowDown": ({ editor }) => move(editor, 1),
    };
  },
});
