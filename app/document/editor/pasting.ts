import { Extension } from "@tiptap/core";
import { Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { fromMarkdown } from "../../../contract/document/markdown/from-markdown.ts";
import { looksLikeMarkdown } from "./looks-like-markdown.ts";

/**
 * HTML from an office program without what only that program understands. What remains is cut to the document's schema
 * when it is read, which knows neither fonts nor colours.
 */
export function cleanPastedHtml(html: string): string {
  if (!/<style|mso-|docs-internal-guid|<o:p/i.test(html)) return html;
  // In a template nothing loads, runs or is measured against the page's policy.
  const template = document.createElement("template");
  template.innerHTML = html;
  const body = template.content;
  for (const junk of body.querySelectorAll("style, script, meta, link, title, xml")) junk.remove();
  // Google Docs wraps all of it in a <b> that is not bold.
  for (const wrap of body.querySelectorAll('[id^="docs-internal-guid"]')) wrap.replaceWith(...wrap.childNodes);
  listWordPoints(body);
  return template.innerHTML;
}

/** Word writes the points of a list as paragraphs, with the marker as text and the depth in a style. */
function listWordPoints(body: DocumentFragment): void {
  let lists: { list: HTMLElement; level: number }[] = [];
  let previous: Element | null = null;
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const style = paragraph.getAttribute("style") ?? "";
    const level = Number(/level(\d+)/i.exec(style)?.[1] ?? 1);
    if (/mso-list:\s*none/i.test(style)) continue;
    const marker = [...paragraph.querySelectorAll<HTMLElement>("span")].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
    );
    const kind = /^\s*(?:\d+|[a-z]{1,3})[.)]/i.test(marker?.textContent ?? "") ? "ol" : "ul";
    marker?.remove();
    if (paragraph.previousElementSibling !== previous || previous === null) lists = [];
    lists = lists.filter((each) => each.level <= level);
    let open = lists.at(-1);
    if (open?.level !== level) {
      const list = document.createElement(kind);
      const holder = open?.list.lastElementChild;
      if (holder) holder.append(list);
      else paragraph.before(list);
      open = { list, level };
      lists.push(open);
    }
    const point = document.createElement("li");
    point.append(...paragraph.childNodes);
    open.list.append(point);
    paragraph.remove();
    previous = lists[0]?.list ?? null;
  }
}

/**
 * What comes from elsewhere: text that is written as Markdown becomes blocks, unless it is pasted as plain text
 * (Ctrl+Shift+V) or into code; HTML loses what its program left in it.
 */
export const Pasting = Extension.create({
  name: "pasting",
  // Before the code block, which takes all that Visual Studio Code copies.
  priority: 200,
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey("pasting"),
        props: {
          clipboardTextParser: (text, $context, plain, view) => {
            // Typed as never null, and yet null leaves the text to the default.
            if (plain || $context.parent.type.spec.code || !looksLikeMarkdown(text)) return null as unknown as Slice;
            const { content } = view.state.schema.nodeFromJSON(fromMarkdown(text));
            return Slice.maxOpen(content);
          },
          transformPastedHTML: cleanPastedHtml,
          handlePaste: (view, event) => {
            const editor = event.clipboardData?.getData("vscode-editor-data");
            if (!editor || view.state.selection.$from.parent.type.spec.code) return false;
            const { mode } = JSON.parse(editor) as { mode?: string };
            if (mode !== "markdown" && mode !== "plaintext") return false;
            return view.pasteText(event.clipboardData?.getData("text/plain") ?? "", event);
          },
        },
      }),
    ];
  },
});
