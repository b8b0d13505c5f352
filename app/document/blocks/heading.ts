import { Heading1, Heading2, Heading3, type LucideIcon } from "lucide-react";
import type { HeadingLevel } from "../../../contract/document/blocks/heading.ts";
import { type BlockEntry, type EditorBlock, focused, type ToolbarItem } from "./editor-block.ts";

const entry = (level: HeadingLevel, icon: LucideIcon): BlockEntry => ({
  id: `heading${level}`,
  name: `Überschrift ${level - 1}`,
  group: "Überschriften",
  icon,
  words: `heading titel h${level - 1} kapitel abschnitt`,
  typed: "#".repeat(level),
  run: (editor) => focused(editor).setHeading({ level }).run(),
});

const tool = (level: HeadingLevel, icon: LucideIcon): ToolbarItem => ({
  ...{ id: `heading${level}`, label: `Überschrift ${level - 1}`, icon, keys: `Mod-Shift-${level - 1}` },
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => focused(editor).toggleHeading({ level }).run(),
});

export const heading: EditorBlock = {
  entries: [entry(2, Heading1), entry(3, Heading2), entry(4, Heading3)],
  tools: { text: [tool(2, Heading1), tool(3, Heading2)] },
  placeholders: { heading: "Überschrift" },
};
