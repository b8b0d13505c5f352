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
  });
  await mermaid.parse(source);
  const restore = allowOwnStyles();
  try {
    count += 1;
    const { svg } = await mermaid.render(`diagram-${count}`, source);
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
  for (const style of root.querySelectorAll("style")) style.removeAttribute("nonce");
  const text = new XMLSerializer().serializeToString(root);
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,
    width: Math.round(width),
    height: Math.round(height),
  };
}
