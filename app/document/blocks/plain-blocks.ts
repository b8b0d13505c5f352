import { Heading1, Heading2, Heading3, type LucideIcon, Minus, Pilcrow, Quote } from "lucide-react";
import type { HeadingLevel } from "../../../contract/document/blocks/plain-blocks.ts";
import { type BlockEntry, type EditorBlock, focused, type ToolbarItem } from "./editor-block.ts";

export const paragraph: EditorBlock = {
  entries: [
    {
      id: "paragraph",
      name: "Text",
      group: "Text",
      icon: Pilcrow,
      keywords: "absatz paragraph normal",
      run: (editor) => focused(editor).setParagraph().run(),
    },
  ],
  placeholders: { paragraph: "Schreib los, „/“ für mehr …" },
};

export const blockquote: EditorBlock = {
  entries: [
    {
      id: "quote",
      name: "Zitat",
      group: "Text",
      icon: Quote,
      typed: ">",
      keywords: "quote blockquote zitieren",
      run: (editor) => focused(editor).setBlockquote().run(),
    },
  ],
  holders: ["blockquote"],
};

export const horizontalRule: EditorBlock = {
  entries: [
    {
      id: "rule",
      name: "Trennlinie",
      group: "Einfügen",
      icon: Minus,
      typed: "---",
      keywords: "linie horizontal rule trenner hr",
      run: (editor) => focused(editor).setHorizontalRule().run(),
    },
  ],
};

const entry = (level: HeadingLevel, icon: LucideIcon): BlockEntry => ({
  id: `heading${level}`,
  name: `Überschrift ${level - 1}`,
  group: "Überschriften",
  icon,
  keywords: `heading titel h${level - 1} kapitel abschnitt`,
  typed: "#".repeat(level),
  run: (editor) => focused(editor).setHeading({ level }).run(),
});

const tool = (level: HeadingLevel, icon: LucideIcon): ToolbarItem => ({
  id: `heading${level}`,
  label: `Überschrift ${level - 1}`,
  icon,
  keys: `Mod-Shift-${level - 1}`,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => focused(editor).toggleHeading({ level }).run(),
});

export const heading: EditorBlock = {
  entries: [entry(2, Heading1), entry(3, Heading2), entry(4, Heading3)],
  tools: { text: [tool(2, Heading1), tool(3, Heading2)] },
  placeholders: { heading: "Überschrift" },
};
