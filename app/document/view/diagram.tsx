import { useEffect, useState } from "react";
import { useTheme } from "../../lib/theme.ts";
import { CopyButton } from "../../ui/copy-button.tsx";

type Drawing = Awaited<ReturnType<typeof import("./mermaid-drawing.ts").drawDiagram>>;

/** A diagram in place of its source; what cannot be drawn is shown as the text that it is. */
export function Diagram({ source, fallback }: { source: string; fallback: HTMLElement }) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [isBroken, setBroken] = useState(false);
  const isDark = useTheme() === "dark";
  useEffect(() => {
    let isLatest = true;
    import("./mermaid-drawing.ts")
      .then(({ drawDiagram }) => drawDiagram(source, isDark))
      .then(
        (drawn) => {
          if (!isLatest) return;
          setDrawing(drawn);
          setBroken(false);
        },
        () => isLatest && setBroken(true),
      );
    return () => {
      isLatest = false;
    };
  }, [source, isDark]);
  const isDrawn = drawing !== undefined && !isBroken;
  useEffect(() => {
    fallback.hidden = isDrawn;
    return () => {
      fallback.hidden = false;
    };
  }, [fallback, isDrawn]);
  if (isBroken) return <p className="document-diagram-problem">Dieses Diagramm lässt sich nicht zeichnen.</p>;
  if (!isDrawn) return null;
  return (
    <>
      <img src={drawing.url} width={drawing.width} height={drawing.height} alt={altOf(source)} />
      <CopyButton text={source} label="Quelltext des Diagramms kopieren" className="document-diagram-copy" />
    </>
  );
}

/** Mermaid's own description of a diagram, if its author gave one. */
function altOf(source: string): string {
  const [, title] = /^\s*(?:pie\s+(?:showData\s+)?)?(?:accTitle\s*:|title\s*:?)\s*(.+)$/m.exec(source) ?? [];
  return title ? `Diagramm: ${title.trim()}` : "Diagramm";
}
