import { Bold, Code, Italic, Link2, Redo2, Strikethrough, Undo2 } from "lucide-react";
import { editorBlocks } from "../../blocks/blocks.ts";
import { focused, type ToolbarItem } from "../../blocks/editor-block.ts";

export const marks: readonly ToolbarItem[] = [
  {
    id: "bold",
    label: "Fett",
    icon: Bold,
    keys: "Mod-B",
    isOn: (editor) => editor.isActive("bold"),
    can: (editor) => editor.can().toggleBold(),
    run: (editor) => focused(editor).toggleBold().run(),
  },
  {
    id: "italic",
    label: "Kursiv",
    icon: Italic,
    keys: "Mod-I",
    isOn: (editor) => editor.isActive("italic"),
    can: (editor) => editor.can().toggleItalic(),
    run: (editor) => focused(editor).toggleItalic().run(),
  },
  {
    id: "strike",
    label: "Durchgestrichen",
    icon: Strikethrough,
    keys: "Mod-Shift-S",
    isOn: (editor) => editor.isActive("strike"),
    can: (editor) => editor.can().toggleStrike(),
    run: (editor) => focused(editor).toggleStrike().run(),
  },
  {
    id: "code",
    label: "Code im Text",
    icon: Code,
    keys: "Mod-E",
    isOn: (editor) => editor.isActive("code"),
    can: (editor) => editor.can().toggleCode(),
    run: (editor) => focused(editor).toggleCode().run(),
  },
  {
    id: "link",
    label: "Link",
    icon: Link2,
    keys: "Mod-Shift-K",
    isOn: (editor) => editor.isActive("link"),
    can: (editor) => !editor.isActive("codeBlock"),
    run: (_editor, { openLink }) => openLink(),
  },
];

const history: readonly ToolbarItem[] = [
  {
    id: "undo",
    label: "Rückgängig",
    icon: Undo2,
    keys: "Mod-Z",
    can: (editor) => editor.can().undo(),
    run: (editor) => focused(editor).undo().run(),
  },
  {
    id: "redo",
    label: "Wiederholen",
    icon: Redo2,
    keys: "Mod-Shift-Z",
    can: (editor) => editor.can().redo(),
    run: (editor) => focused(editor).redo().run(),
  },
];

const texts = editorBlocks.flatMap(({ tools }) => tools?.text ?? []);
const inserts = editorBlocks.flatMap(({ tools }) => tools?.inserts ?? []);

/** The groups of the fixed toolbar, in their order. */
export const toolbarGroups: readonly (readonly ToolbarItem[])[] = [marks, texts, inserts, history];
