import { marked } from "marked";
import sanitize from "sanitize-html";

const headings = Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, "h3"]));

/** What somebody wrote in Markdown as HTML that is safe to show: no scripts, styles, pictures or foreign frames. */
export function notesHtml(markdown: string): string {
  return sanitize(marked.parse(markdown, { async: false, gfm: true, breaks: true }), {
    allowedTags: [
      ...["h3", "p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code", "a", "input"],
      ...["strong", "em", "b", "i", "del", "table", "thead", "tbody", "tr", "th", "td"],
    ],
    allowedAttributes: {
      a: ["href", "target", "rel"],
      ol: ["start"],
      input: [{ name: "type", values: ["checkbox"] }, "checked", "disabled"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    transformTags: {
      ...headings,
      input: (tagName, { checked }) => ({
        tagName,
        attribs: { type: "checkbox", disabled: "", ...(checked !== undefined && { checked: "" }) },
      }),
      a: (tagName, { href = "" }): sanitize.Tag => {
        const isOwn = /^\/(?!\/)/.test(href);
        return {
          tagName,
          attribs: { href, ...(!isOwn && { target: "_blank", rel: "noopener noreferrer nofollow" }) },
        };
      },
    },
  });
}
