import { type Editor, Extension, InputRule } from "@tiptap/core";

const row = /^\|((?:[^|]*\|){2,})\s$/;

/**
 * Keys and signs that the blocks do not bring themselves. Headings also lie on Shift, because AltGr, which is Ctrl+Alt
 * on Windows, types „²“ and „³“ on German keyboards.
 */
export const moreKeys = (openLink: () => void) =>
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
        Enter: () => enterDetails(editor),
      };
    },
    addInputRules() {
      return [
        new InputRule({
          find: row,
          handler: ({ chain, range, match, state }) => {
            const heads = (match[1] ?? "").split("|").slice(0, -1);
            const cell = (type: string, text = "") => ({
              type,
              content: [{ type: "paragraph", ...(text && { content: [{ type: "text", text }] }) }],
            });
            const content = [
              { type: "tableRow", content: heads.map((head) => cell("tableHeader", head.trim())) },
              { type: "tableRow", content: heads.map(() => cell("tableCell")) },
            ];
            const before = range.from - 1;
            const [head] = content;
            const headSize = state.schema.nodeFromJSON(head).nodeSize;
            chain()
              .insertContentAt({ from: before, to: range.to + 1 }, { type: "table", content })
              // Into the first cell below the heads.
              .setTextSelection(before + headSize + 4)
              .run();
          },
        }),
      ];
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

/** From the head of what can be folded into its first line, if that is still empty. */
function enterDetails(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== "detailsSummary" || $from.parentOffset < $from.parent.content.size)
    return false;
  const first = $from.node(-1).lastChild?.firstChild;
  if (first?.type.name !== "paragraph" || first.content.size > 0) return false;
  return editor.commands.setTextSelection($from.after() + 2);
}
