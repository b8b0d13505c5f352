import { type Editor, Extension } from "@tiptap/core";

/**
 * Keys that the blocks do not bring themselves. Headings also lie on Shift, because AltGr, which is Ctrl+Alt
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
