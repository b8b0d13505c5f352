import { sanitizeHtml } from "../sanitize-html.ts";

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The text of sanitised HTML, its list items and line breaks as lines. */
export function textOf(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/li>|<\/ul>/gi, "\n").replace(/<li>/gi, "– ");
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\n{2,}/g, "\n")
    .trim();
}
