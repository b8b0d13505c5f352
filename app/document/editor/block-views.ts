import type { Extensions, Node } from "@tiptap/core";
import { CodeBlockLowlight } from "@tiptap/extension-code-block-lowlight";
import type { Details, DetailsContent } from "@tiptap/extension-details";
import type { TaskItem } from "@tiptap/extension-list";
import { type ReactNodeViewProps, ReactNodeViewRenderer } from "@tiptap/react";
import type { ComponentType } from "react";
import { documentExtensions } from "../../../contract/document/extensions.ts";
import { CalloutView } from "./callout-view.tsx";
import { CodeBlockView } from "./code-block-view.tsx";
import { highlighter } from "./code-languages.ts";
import { FileView } from "./file-view.tsx";
import { keepOutOfFolded } from "./folded-details.ts";
import { ImageView } from "./image-view.tsx";
import { MentionView } from "./mention-view.tsx";

const drawnBy = (View: ComponentType<ReactNodeViewProps>) => (node: Node) =>
  node.extend({ addNodeView: () => ReactNodeViewRenderer(View) });

/** How blocks are drawn while they are written; what they may hold stays as the contract says. */
const views: Record<string, (node: Node) => Extensions[number]> = {
  callout: drawnBy(CalloutView),
  image: drawnBy(ImageView),
  file: drawnBy(FileView),
  mention: drawnBy(MentionView),
  codeBlock: ({ options }) =>
    CodeBlockLowlight.extend({ addNodeView: () => ReactNodeViewRenderer(CodeBlockView) }).configure({
      ...options,
      lowlight: highlighter,
      enableTabIndentation: true,
      tabSize: 2,
    }),
  taskItem: (node) =>
    (node as typeof TaskItem).configure({
      ...node.options,
      a11y: { checkboxLabel: ({ firstChild }) => `Erledigt: ${firstChild?.textContent || "leere Aufgabe"}` },
    }),
  detailsContent: (node) => shownAtFirst(node as typeof DetailsContent),
  details: (node) =>
    openAtFirst(node as typeof Details).configure({
      renderToggleButton: ({ element, isOpen }) => {
        element.setAttribute("aria-label", isOpen ? "Zuklappen" : "Aufklappen");
        element.setAttribute("aria-expanded", String(isOpen));
      },
    }),
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

/** The document's blocks with the views that the editor gives them. */
export const drawnExtensions: Extensions = documentExtensions.map(
  (extension) => views[extension.name]?.(extension as Node) ?? extension,
);
