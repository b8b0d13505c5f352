import { Grid3x3, MoveUpRight, Square, Undo2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FormNotice } from "../../../ui/form/form-notice.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { DialogFooter } from "../../../ui/overlays/dialog-footer.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { drawMarks, type Point, type Shape, type Tool } from "./markup-shapes.ts";

interface MarkupEditorProps {
  file: File;
  onDone: (marked: File) => void;
  onCancel: () => void;
}

const tools = [
  { value: "arrow", label: "Pfeil", icon: MoveUpRight },
  { value: "frame", label: "Rahmen", icon: Square },
  { value: "pixels", label: "Verpixeln", icon: Grid3x3 },
] as const satisfies readonly { value: Tool; label: string; icon: unknown }[];

/** Draws arrows and frames on a picture and makes parts of it unreadable; by pointer, finger or keys. */
export function MarkupEditor({ file, onDone, onCancel }: MarkupEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const [tool, setTool] = useState<Tool>("arrow");
  const { shapes, undo, pointerProps, press } = useShapes(canvas, tool);

  useEffect(() => {
    let isUnmounted = false;
    createImageBitmap(file).then(
      (bitmap) => (isUnmounted ? bitmap.close() : setPicture(bitmap)),
      () => !isUnmounted && setProblem("Dieses Bild lässt sich hier nicht öffnen. Anhängen kannst du es trotzdem."),
    );
    return () => {
      isUnmounted = true;
    };
  }, [file]);
  useEffect(() => {
    if (canvas.current && picture) drawMarks(canvas.current, picture, shapes);
  }, [picture, shapes]);

  const undoByKey = (event: KeyboardEvent) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    undo();
  };
  const finish = () =>
    canvas.current?.toBlob((blob) => {
      if (!blob) return setProblem("Das Bild ließ sich nicht speichern.");
      const name = `${file.name.replace(/\.[^.]+$/, "")}.png`;
      onDone(new File([blob], name, { type: "image/png" }));
    }, "image/png");

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the shortcut for undoing is heard here
    <div className="mt-4 grid min-h-0 gap-3" onKeyDown={undoByKey}>
      {problem && <FormNotice text={problem} />}
      <div className="flex flex-wrap items-center gap-2">
        <Segment label="Werkzeug" options={tools} value={tool} onChange={setTool} />
        <Button icon={Undo2} disabled={shapes.length === 0} onClick={undo}>
          Rückgängig
        </Button>
        <p className="min-w-0 flex-1 basis-56 text-meta text-text-3 max-md:hidden">
          Tastatur: Enter setzt eine Markierung, Pfeile bewegen sie, mit Umschalt ändern sie ihre Größe.
        </p>
      </div>
      {!picture && !problem && <Skeleton className="h-64 w-full" />}
      {picture && (
        <div className="min-h-0 overflow-auto rounded-8 border bg-sunken">
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: keys and pointer draw on it */}
          <canvas
            ref={canvas}
            role="application"
            aria-label={`Bild mit ${shapes.length === 1 ? "1 Markierung" : `${shapes.length} Markierungen`}`}
            tabIndex={0}
            width={picture.width}
            height={picture.height}
            className="mx-auto block h-auto max-h-[60dvh] max-w-full cursor-crosshair touch-none"
            {...pointerProps}
            onKeyDown={press}
          />
        </div>
      )}
      <DialogFooter onCancel={onCancel}>
        <Button variant="primary" disabled={!picture || shapes.length === 0} onClick={finish}>
          Übernehmen
        </Button>
      </DialogFooter>
    </div>
  );
}

/** The marks on a picture: drawn by pointer, set and moved by keys. */
function useShapes(canvas: RefObject<HTMLCanvasElement>, tool: Tool) {
  const [shapes, setShapes] = useState<readonly Shape[]>([]);
  const isDrawing = useRef(false);
  const pointOf = ({ clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point => {
    const element = canvas.current as HTMLCanvasElement;
    const box = element.getBoundingClientRect();
    const scale = element.width / box.width;
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  };
  const changeLast = (change: (last: Shape) => Shape) =>
    setShapes((now) => now.map((shape, index) => (index === now.length - 1 ? change(shape) : shape)));
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    const point = pointOf(event);
    setShapes((now) => [...now, { tool, from: point, to: point }]);
  };
  const follow = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) return;
    const to = pointOf(event);
    changeLast((last) => ({ ...last, to }));
  };
  const end = () => {
    isDrawing.current = false;
    // A mere click leaves no mark.
    setShapes((now) => now.filter(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y) > 4));
  };
  const undo = () => setShapes((now) => now.slice(0, -1));
  const press = (event: KeyboardEvent) => {
    const element = canvas.current;
    if (!element) return;
    const [width, height] = [element.width, element.height];
    const by = Math.round(Math.max(width, height) / 50);
    const arrows: Record<string, Point> = {
      ArrowLeft: { x: -by, y: 0 },
      ArrowRight: { x: by, y: 0 },
      ArrowUp: { x: 0, y: -by },
      ArrowDown: { x: 0, y: by },
    };
    const step = arrows[event.key];
    if (event.key === "Enter" || event.key === " ") {
      const [x, y] = [width / 2, height / 2];
      setShapes((now) => [
        ...now,
        { tool, from: { x: x - by * 4, y: y - by * 2 }, to: { x: x + by * 4, y: y + by * 2 } },
      ]);
    } else if (event.key === "Delete" || event.key === "Backspace") undo();
    else if (step)
      changeLast(({ from, to, ...shape }) => ({
        ...shape,
        from: event.shiftKey ? from : movedBy(from, step),
        to: movedBy(to, step),
      }));
    else return;
    event.preventDefault();
  };
  return {
    shapes,
    undo,
    press,
    pointerProps: { onPointerDown: begin, onPointerMove: follow, onPointerUp: end, onPointerCancel: end },
  };
}

const movedBy = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y });
