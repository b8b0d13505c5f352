import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  ImageIcon,
  Info,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Strikethrough,
  Table,
  Undo2,
} from "lucide-react";
import type { EntryTools } from "./block-entries.ts";

export interface ToolbarTools extends EntryTools {
  openLink: () => void;
}

export interface ToolbarItem {
  id: string;
  label: string;
  icon: LucideIcon;
  /** As ProseMirror writes them. */
  keys?: string;
  /** Present for what is on or off. */
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
  run: (editor: Editor, tools: ToolbarTools) => void;
}

const focused = (editor: Editor) => editor.chain().focus();

export const marks: readonly ToolbarItem[] = [
  {
    ...{ id: "bold", label: "Fett", icon: Bold, keys: "Mod-B" },
    isOn: (editor) => editor.isActive("bold"),
    can: (editor) => editor.can().toggleBold(),
    run: (editor) => focused(editor).toggleBold().run(),
  },
  {
    ...{ id: "italic", label: "Kursiv", icon: Italic, keys: "Mod-I" },
    isOn: (editor) => editor.isActive("italic"),
    can: (editor) => editor.can().toggleItalic(),
    run: (editor) => focused(editor).toggleItalic().run(),
  },
  {
    ...{ id: "strike", label: "Durchgestrichen", icon: Strikethrough, keys: "Mod-Shift-S" },
    isOn: (editor) => editor.isActive("strike"),
    can: (editor) => editor.can().toggleStrike(),
    run: (editor) => focused(editor).toggleStrike().run(),
  },
  {
    ...{ id: "code", label: "Code im Text", icon: Code, keys: "Mod-E" },
    isOn: (editor) => editor.isActive("code"),
    can: (editor) => editor.can().toggleCode(),
    run: (editor) => focused(editor).toggleCode().run(),
  },
  {
    ...{ id: "link", label: "Link", icon: Link2, keys: "Mod-Shift-K" },
    isOn: (editor) => editor.isActive("link"),
    can: (editor) => !editor.isActive("codeBlock"),
    run: (_editor, { openLink }) => openLink(),
  },
];

const blocks: readonly ToolbarItem[] = [
  {
    ...{ id: "heading2", label: "Überschrift 1", icon: Heading1, keys: "Mod-Shift-1" },
    isOn: (editor) => editor.isActive("heading", { level: 2 }),
    run: (editor) => focused(editor).toggleHeading({ level: 2 }).run(),
  },
  {
    ...{ id: "heading3", label: "Überschrift 2", icon: Heading2, keys: "Mod-Shift-2" },
    isOn: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => focused(editor).toggleHeading({ level: 3 }).run(),
  },
  {
    ...{ id: "bulletList", label: "Liste", icon: List, keys: "Mod-Shift-8" },
    isOn: (editor) => editor.isActive("bulletList"),
    run: (editor) => focused(editor).toggleBulletList().run(),
  },
  {
    ...{ id: "orderedList", label: "Nummerierte Liste", icon: ListOrdered, keys: "Mod-Shift-7" },
    isOn: (editor) => editor.isActive("orderedList"),
    run: (editor) => focused(editor).toggleOrderedList().run(),
  },
  {
    ...{ id: "taskList", label: "Aufgabenliste", icon: ListChecks, keys: "Mod-Shift-9" },
    isOn: (editor) => editor.isActive("taskList"),
    run: (editor) => focused(editor).toggleTaskList().run(),
  },
];

const inserts: readonly ToolbarItem[] = [
  {
    ...{ id: "callout", label: "Hinweis", icon: Info },
    isOn: (editor) => editor.isActive("callout"),
    run: (editor) => focused(editor).toggleWrap("callout", { kind: "info" }).run(),
  },
  {
    ...{ id: "table", label: "Tabelle", icon: Table },
    can: (editor) => !editor.isActive("table"),
    run: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    ...{ id: "image", label: "Bild", icon: ImageIcon },
    run: (_editor, { chooseFiles }) => chooseFiles("image"),
  },
];

const history: readonly ToolbarItem[] = [
  {
    ...{ id: "undo", label: "Rückgängig", icon: Undo2, keys: "Mod-Z" },
    can: (editor) => editor.can().undo(),
    run: (editor) => focused(editor).undo().run(),
  },
  {
    ...{ id: "redo", label: "Wiederholen", icon: Redo2, keys: "Mod-Shift-Z" },
    can: (editor) => editor.can().redo(),
    run: (editor) => focused(editor).redo().run(),
  },
];

/** The groups of the fixed toolbar, in their order. */
export const toolbarGroups: readonly (readonly ToolbarItem[])[] = [marks, blocks, inserts, history];
