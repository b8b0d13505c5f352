import type sanitize from "sanitize-html";
import { footnoteAnchorPrefix } from "../../contract/document/blocks/footnote.ts";
import { isSafeLink } from "../../contract/document/links.ts";
import { headingAnchorPrefix } from "../../contract/document/slug.ts";
import { sanitizeHtml } from "../sanitize-html.ts";

const tags = [
  ...([
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "br",
    "hr",
    "ul",
    "ol",
    "li",
    "blockquote",
    "pre",
    "code",
    "a",
    "span",
    "div",
  ] as const),
  ...(["strong", "em", "s", "sub", "sup", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"] as const),
  ...(["figure", "figcaption", "img"] as const),
];
const cell = ["colspan", "rowspan", "data-align"];

/**
 * The second check after the writer of documents: whatever slips through the first, nothing that runs, styles the page
 * or loads from elsewhere leaves here.
 */
export function sanitizeDocument(html: string, { isExport }: { isExport: boolean }): string {
  return sanitizeHtml(html, {
    allowedTags: [...tags],
    allowedAttributes: {
      a: ["href", "target", "rel", "download", "title", "aria-label", "data-*"],
      sup: ["id", "data-*"],
      div: ["id", "data-*", "role", "aria-label", "tabindex"],
      p: ["data-*"],
      h2: ["id"],
      h3: ["id"],
      h4: ["id"],
      h5: ["id"],
      h6: ["id"],
      ul: ["data-task-list"],
      ol: ["start"],
      li: ["data-checked", "data-task"],
      pre: ["data-language", "data-mermaid", "tabindex"],
      span: ["class", "title", "data-*", "role", "aria-label"],
      img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
      td: cell,
      th: [...cell, "scope"],
    },
    allowedClasses: { span: ["hljs-*", "function_", "class_", "inherited__", "language_", "constant_", "escape_"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: isExport ? ["data"] : [] },
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) =>
      tag === "img" && attribs.src !== undefined && /^data:(?!image\/(png|jpeg|webp|gif|avif);)/i.test(attribs.src),
    transformTags: {
      a: (tagName, { href, ...rest }) => {
        const isKept = href !== undefined && (isSafeLink(href) || (isExport && besidePage.test(href)));
        return { tagName, attribs: isKept ? { href, ...rest } : rest };
      },
      h2: ownAnchor,
      h3: ownAnchor,
      h4: ownAnchor,
      h5: ownAnchor,
      h6: ownAnchor,
      sup: ownAnchor,
      div: ownAnchor,
    },
    parseStyleAttributes: false,
  });
}

/** A path beside an exported page. */
const besidePage = /^[\p{L}\p{N}_.%/ -]+(?:#[\w-]*)?$/u;

/** Only the anchors of documents are ids here, so that nothing in a document passes for a part of the page. */
function ownAnchor(tagName: string, { id, ...rest }: sanitize.Attributes): sanitize.Tag {
  const isOwn = id?.startsWith(headingAnchorPrefix) || id?.startsWith(footnoteAnchorPrefix);
  return { tagName, attribs: isOwn ? { ...rest, id: id ?? "" } : rest };
}
