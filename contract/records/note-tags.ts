/** Tags that the HTML of notes may carry; the server writes with them, the page renders with them. */
export const noteTags = [
  ...(["h3", "p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code", "a", "span"] as const),
  ...(["strong", "em", "b", "i", "del", "table", "thead", "tbody", "tr", "th", "td"] as const),
] as const;
