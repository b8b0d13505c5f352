import sanitize from "sanitize-html";
import { isSafeLink } from "../../contract/document/links.ts";

const tags = [
  ...(["h2", "h3", "h4", "p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code", "a", "span", "div"] as const),
  ...(["strong", "em", "s", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"] as const),
  ...(["figure", "figcaption", "img"] as const),
];
const cell = ["colspan", "rowspan", "data-align"];

/**
 * The second door behind the writer of documents: whatever slips through the first, nothing that runs, styles the page
 * or loads from elsewhere leaves here.
 */
export function sanitizeDocument(html: string, { hasInlineImages }: { hasInlineImages: boolean }): string {
  return sanitize(html, {
    allowedTags: [...tags],
    allowedAttributes: {
      a: ["href", "target", "rel", "download", "aria-label", "data-*"],
      div: ["data-*", "role", "aria-label", "tabindex"],
      p: ["data-*"],
      h2: ["id"],
      h3: ["id"],
      h4: ["id"],
      ul: ["data-task-list"],
      ol: ["start"],
      li: ["data-checked"],
      pre: ["data-language", "data-mermaid", "tabindex"],
      span: ["class", "data-*", "role", "aria-label"],
      img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
      td: cell,
      th: [...cell, "scope"],
    },
    allowedClasses: { span: ["hljs-*", "function_", "class_", "inherited__", "language_", "constant_", "escape_"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: hasInlineImages ? ["data"] : [] },
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) =>
      tag === "img" && attribs.src !== undefined && /^data:(?!image\/(png|jpeg|webp|gif|avif);)/i.test(attribs.src),
    transformTags: {
      a: (tagName, attribs) => {
        const { href, ...rest } = attribs;
        return { tagName, attribs: href !== undefined && isSafeTarget(href) ? attribs : rest };
      },
    },
    parseStyleAttributes: false,
  });
}

/** Links of documents, and the paths beside an exported page. */
function isSafeTarget(href: string): boolean {
  return isSafeLink(href) || /^(?![a-z][\w+.-]*:)[^/\\\s\p{C}]/iu.test(href);
}
