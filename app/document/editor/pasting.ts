import { Extension } from "@tiptap/core";
import { Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { fromMarkdown } from "../../../contract/document/markdown/from-markdown.ts";

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

/** What hardly anybody writes but in Markdown. */
const strong = [
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
  /^ {0,3}\|?(?: *:?-{3,}:? *\|)+ *:?-*:? *$/m,
  /^ {0,3}#{2,6} \S/m,
  /^ {0,3}> \[!(?:NOTE|TIP|INFO|IMPORTANT|WARNING|CAUTION)\]/im,
];
/** What alone may be anything; two of these, or one of them twice, are no accident. */
const weak = [
  /^ {0,3}# \S/gm,
  /^ {0,3}[-*+] \S/gm,
  /^ {0,3}\d{1,3}[.)] \S/gm,
  /^ {0,3}> \S/gm,
  /\*\*[^\s*][^*\n]{0,200}\*\*/g,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/g,
  /(?<!`)`[^`\n]{1,200}`(?!`)/g,
];

/** Whether a text was written as Markdown rather than as a text that happens to hold its characters. */
export function looksLikeMarkdown(text: string): boolean {
  if (strong.some((pattern) => pattern.test(text))) return true;
  const counts = weak.map((pattern) => [...text.matchAll(pattern)].length);
  // A script is full of comments that look like headings.
  const [headings = 0, ...others] = counts;
  const rest = others.reduce((sum, count) => sum + count, 0);
  return rest >= 2 || (rest === 1 && headings === 1);
}
