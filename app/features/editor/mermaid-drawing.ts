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

/** The page's policy asks style elements for its nonce, also those that Mermaid measures its drawing with. */
function allowOwnStyles(): () => void {
  const { __webpack_nonce__: nonce } = globalThis as { __webpack_nonce__?: string };
  const create = document.createElement;
  if (!nonce) return () => undefined;
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create.call(document, name, options);
    if (name === "style") element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
  return () => {
    document.createElement = create;
  };
}

function toImage(svg: string) {
  const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!root) throw new Error("Leeres Diagramm");
  const [, , width = 0, height = 0] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  const text = new XMLSerializer().serializeToString(root);
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,
    width: Math.round(width),
    height: Math.round(height),
  };
}
