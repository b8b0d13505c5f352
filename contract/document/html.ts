const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for the content of an element and for attribute values in quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

type Value = string | number | boolean | null | undefined;

/** An element around HTML; attributes that are false, null or undefined are left out. */
export function element(tag: string, attributes: Record<string, Value>, html?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== false && value !== null && value !== undefined)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join("");
  return html === undefined ? `<${tag}${written}>` : `<${tag}${written}>${html}</${tag}>`;
}
