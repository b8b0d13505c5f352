import { marked } from "marked";
import sanitize from "sanitize-html";
import { isCostly, MeasuredTokenizer } from "../../contract/document/markdown/measured-tokenizer.ts";
import { noteTags } from "../../contract/records/note-tags.ts";
import { withPlainNumbers } from "./plain-numbers.ts";

const headings = Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, "h3"]));

/** What somebody wrote in Markdown as HTML that is safe to show: no scripts, styles, pictures or foreign frames. */
export function notesHtml(markdown: string): string {
  return sanitize(parse(markdown), {
    allowedTags: [...noteTags],
    allowedAttributes: { a: ["href"] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    transformTags: {
      ...headings,
      // The box of a task becomes a sign; a control that nobody can use would only look like one.
      input: (_tag, { checked }): sanitize.Tag => ({
        tagName: "span",
        attribs: {},
        text: checked === undefined ? "☐ " : "☑ ",
      }),
    },
  });
}

function parse(markdown: string): string {
  if (isCostly(markdown)) return plain(markdown);
  try {
    return marked.parse(withPlainNumbers(markdown), {
      async: false,
      gfm: true,
      breaks: true,
      tokenizer: new MeasuredTokenizer(),
    });
  } catch (error) {
    // Thousands of levels, one inside the other, are more than the parser can follow.
    if (!(error instanceof Error && /call stack/.test(error.message))) throw error;
    return plain(markdown);
  }
}

const plain = (text: string) =>
  `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>")}</p>`;
