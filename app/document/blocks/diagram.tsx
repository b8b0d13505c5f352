import { Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { toError } from "../../../contract/narrowing.ts";
import { useTheme } from "../../lib/theme.ts";
import { type EditorBlock, focused } from "./editor-block.ts";

const debounceMs = 400;

type Drawing = { url: string; width: number; height: number };

/** Draws a diagram once the typing pauses; what cannot be drawn keeps the last picture and says why. */
export function MermaidPreview({ source }: { source: string }) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [problem, setProblem] = useState<string>();
  const isDark = useTheme() === "dark";
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(async () => {
      try {
        const { drawDiagram } = await import("../view/mermaid-drawing.ts");
        const drawn = await drawDiagram(source, isDark);
        if (!isLatest) return;
        setDrawing(drawn);
        setProblem(undefined);
      } catch (error) {
        if (isLatest) setProblem(toError(error).message.split("\n").slice(0, 4).join("\n"));
      }
    }, debounceMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [source, isDark]);
  return (
    <div contentEditable={false} className="border-t px-4 py-3">
      {drawing && source.trim() !== "" && (
        <img
          src={drawing.url}
          width={drawing.width}
          height={drawing.height}
          alt="Vorschau des Diagramms"
          className="mx-auto h-auto max-w-full"
        />
      )}
      <div aria-live="polite">
        {problem && (
          <div className="mt-2 text-note">
            <p className="text-bad-text">Das Diagramm lässt sich so nicht zeichnen.</p>
            <pre className="mt-1 overflow-x-auto whitespace-pre text-label text-text-2">{problem}</pre>
          </div>
        )}
      </div>
    </div>
  );
}

/** A diagram is code in the language of Mermaid. */
export const diagram: EditorBlock = {
  entries: [
    {
      id: "mermaid",
      name: "Diagramm",
      group: "Einfügen",
      icon: Workflow,
      keywords: "mermaid ablauf flussdiagramm flowchart graph sequenz",
      run: (editor) =>
        focused(editor)
          .insertContent({
            type: "codeBlock",
            attrs: { language: "mermaid" },
            content: [{ type: "text", text: "flowchart LR\n  A[Anfang] --> B[Ende]" }],
          })
          .run(),
    },
  ],
};
