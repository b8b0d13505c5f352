import mermaid from "mermaid";

let count = 0;
/** One after the other: the drawings share a stage and a configuration. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram as an image, in which nothing of it can run, load or be clicked. Rejects with what is wrong with the
 * source.
 */
export function drawDiagram(source: string, isDark: boolean) {
  const drawn = last.then(() => draw(source, isDark));
  last = drawn.catch(() => undefined);
  return drawn;
}

/** What a diagram cannot set for itself: what it may do, and how it looks beside the others. */
const decidedHere = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "suppressErrorRendering",
  "maxEdges",
  "dompurifyConfig",
  "theme",
  "themeCSS",
  "themeVariables",
  "darkMode",
  "fontFamily",
  "altFontFamily",
  "htmlLabels",
  "flowchart",
];

/**
 * The source without what would be loaded or run while it is measured in the page: the policy refuses all of that, but
 * it is not even tried. Elements in labels, but for line breaks, are text; addresses in styles, picture shapes and the
 * menus of participants go.
 */
function withoutForeign(source: string): string {
  return source
    .replace(/(?<!<)<(?=[a-z!?/])(?!br\s*\/?>)/gi, "#lt;")
    .replace(/\burl\s*\(/gi, "(")
    .replace(/^[ \t]*(?:links?|properties|details)[ \t]+[^:\n]*:.*$/gm, "")
    .replace(/(@\{[^}]*?)\bimg\s*:\s*(?:"[^"]*"|[^,}\n]*)\s*,?/g, "$1");
}

async function draw(source: string, isDark: boolean) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    theme: isDark ? "dark" : "neutral",
    fontFamily: "system-ui, sans-serif",
    // Labels of HTML do not show in an image.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    secure: [...decidedHere],
  });
  const harmless = withoutForeign(source);
  await mermaid.parse(harmless);
  const restore = allowOwnStyles();
  try {
    count += 1;
    const { svg } = await mermaid.render(`diagram-${count}`, harmless);
    return toImage(svg);
  } finally {
    restore();
  }
}

/**
 * The page's policy asks style elements for its nonce, also those that Mermaid measures its drawing with and those in
 * the text that it has cleaned.
 */
function allowOwnStyles(): () => void {
  const { __webpack_nonce__: nonce } = globalThis as { __webpack_nonce__?: string };
  if (!nonce) return () => undefined;
  const { createElement } = document;
  const { parseFromString } = DOMParser.prototype;
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options);
    if (name === "style") element.nonce = nonce;
    return element;
  }) as typeof createElement;
  DOMParser.prototype.parseFromString = function parseAllowed(text, type) {
    return parseFromString.call(this, String(text).replace(/<style(?=[\s>])/g, `<style nonce="${nonce}"`), type);
  };
  return () => {
    document.createElement = createElement;
    DOMParser.prototype.parseFromString = parseFromString;
  };
}

function toImage(svg: string) {
  const stage = document.createElement("template");
  stage.innerHTML = svg;
  const root = stage.content.querySelector("svg");
  if (!root) throw new Error("Leeres Diagramm");
  const [, , width = 0, height = 0] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  // In an image nothing leads anywhere.
  for (const link of root.querySelectorAll("a"))
    for (const name of ["href", "xlink:href", "target"]) link.removeAttribute(name);
  for (const style of root.querySelectorAll("style")) style.removeAttribute("nonce");
  const text = new XMLSerializer().serializeToString(root);
  return {
    url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,
    width: Math.round(width),
    height: Math.round(height),
  };
}
