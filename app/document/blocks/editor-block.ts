import type { Editor, Extensions, Node } from "@tiptap/core";
import { type ReactNodeViewProps, ReactNodeViewRenderer } from "@tiptap/react";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { UploadPurpose } from "../editor/uploads/uploads.tsx";

/** What an entry may ask of the editor around it. */
export interface EntryTools {
  chooseFiles: (purpose: UploadPurpose) => void;
}

/** What „/“ offers. */
export interface BlockEntry {
  id: string;
  name: string;
  group: string;
  icon: LucideIcon;
  /** Further words that find it. */
  keywords: string;
  /** What typed at the start of a line does the same. */
  typed?: string;
  run: (editor: Editor, tools: EntryTools) => void;
}

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

/** How a block of the contract is written: what only an editor knows of it. */
export interface EditorBlock {
  entries?: readonly BlockEntry[];
  /** In the toolbar: among the kinds of text, among what is inserted, and while the cursor is in the named node. */
  tools?: {
    text?: readonly ToolbarItem[];
    inserts?: readonly ToolbarItem[];
    inside?: Record<string, ComponentType<{ editor: Editor }>>;
  };
  /** By the name of the node, the extension that draws it; what it may hold stays as the contract says. */
  views?: Record<string, (node: Node) => Extensions[number]>;
  /** Keys, input rules and the like beside those that the contract's extension brings. */
  extensions?: Extensions;
  /** By the name of the node, what an empty one says. */
  placeholders?: Record<string, string>;
  /** The nodes within which blocks are moved one by one. */
  holders?: readonly string[];
}

export const focused = (editor: Editor) => editor.chain().focus();

/** Draws a node by a component. */
export const drawnBy = (View: ComponentType<ReactNodeViewProps>) => (node: Node) =>
  node.extend({ addNodeView: () => ReactNodeViewRenderer(View) });
