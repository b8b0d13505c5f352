import { documentFileUrl } from "../../contract/document/files.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import { DocumentBuilder } from "../../contract/document/markdown/builder.ts";
import { readHtml } from "../../contract/document/markdown/read-html.ts";
import type { ResolveUrl } from "../../contract/document/markdown/urls.ts";
import { sanitizeHtml } from "../sanitize-html.ts";

const tags = [
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "section", "article", "figure", "figcaption", "dl"] as const),
  ...(["dt", "dd", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code", "kbd", "samp", "tt", "a"] as const),
  ...([
    "strong",
    "b",
    "em",
    "i",
    "s",
    "sub",
    "sup",
    "del",
    "strike",
    "table",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
  ] as const),
  ...(["td", "details", "summary", "img", "span", "input"] as const),
];
/** Elements of which not even the words belong to the text. */
const unread = [
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "math",
  "textarea",
  "option",
  "title",
];
const cell = ["colspan", "rowspan", "align"];
const macro = "confluence-information-macro";
const macros: Record<string, string> = {
  [`${macro}-information`]: "info",
  [`${macro}-tip`]: "info",
  [`${macro}-note`]: "warning",
  [`${macro}-warning`]: "danger",
};
const callouts: Record<string, string> = { warning: "warning", danger: "danger", info: "info", success: "info" };

/**
 * The document that a page of HTML stands for, as other wikis and word processors export it. Nothing of its scripts,
 * styles and URLs that may not be followed is left; `resolve` says which of its pictures and links are ours.
 */
export function fromHtml(html: string, { resolve }: { resolve?: ResolveUrl } = {}): DocumentJson {
  const builder = new DocumentBuilder();
  readHtml(tidy(html, resolve), builder, builder.depth, resolve);
  return builder.finish();
}

/** The same page with known elements only, each of them closed, whatever its author left open. */
function tidy(html: string, resolve: ResolveUrl | undefined): string {
  return sanitizeHtml(html, {
    allowedTags: [...tags],
    nonTextTags: unread,
    allowedAttributes: {
      "*": ["data-*"],
      a: ["href", "title", "data-*"],
      img: ["src", "alt", "title", "width"],
      ol: ["start"],
      code: ["class"],
      td: cell,
      th: cell,
      input: ["type", "checked"],
    },
    // A URL is judged when the document is read; here `resolve` may still know it.
    allowedSchemesAppliedToAttributes: [],
    transformTags: {
      p: (tagName, attribs) => {
        const names = (attribs.class ?? "").split(/\s+/);
        const kind = names.includes("callout") ? names.map((name) => callouts[name]).find(Boolean) : undefined;
        return kind ? { tagName: "div", attribs: { "data-callout": kind } } : { tagName, attribs };
      },
      // Confluence writes its notes and its code as elements with classes.
      div: (tagName, attribs) => {
        const kind = (attribs.class ?? "")
          .split(/\s+/)
          .map((name) => macros[name])
          .find(Boolean);
        return { tagName, attribs: kind ? { "data-callout": kind } : attribs };
      },
      pre: (tagName, attribs) => {
        const [, brush] = /(?:^|;)\s*brush:\s*([\w+#.-]+)/.exec(attribs["data-syntaxhighlighter-params"] ?? "") ?? [];
        return { tagName, attribs: brush ? { "data-language": brush } : attribs };
      },
      img: (tagName, { src = "", ...attribs }) => {
        const target = resolve?.(src);
        const known = target && "file" in target ? documentFileUrl(target.file.key) : src;
        return { tagName, attribs: { ...attribs, src: /^data:/i.test(known) ? "" : known } };
      },
    },
  });
}
