import { Link } from "@remix-run/react";
import { Maximize2, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { StatusGlyph } from "../../ui/status/status.tsx";
import { boxHeight, boxWidth, type GraphLayout, type GraphShape } from "./graph-layout-shape.ts";
import type { ImpactGraph, ImpactNode } from "./impact-graph.ts";
import { edgesThrough } from "./reach.ts";
import { useDragToPan } from "./use-drag-to-pan.ts";
import { useGraphLayout } from "./use-graph-layout.ts";

interface ImpactGraphViewProps {
  graph: ImpactGraph;
  onUnfold: () => void;
}

/** The graph: one stop for the tab key, from which the arrow keys go through it in the order of the table. */
export function ImpactGraphView({ graph, onUnfold }: ImpactGraphViewProps) {
  const { layout, hasFailed } = useGraphLayout(graph.shape);
  if (hasFailed)
    return (
      <p className="py-4 text-ui text-text-2">
        Der Graph lässt sich in diesem Browser nicht zeichnen. Die Tabelle darunter zeigt dasselbe.
      </p>
    );
  if (!layout) return <Skeleton className="mt-3 h-[320px] w-full" />;
  return <DrawnGraph graph={graph} layout={layout} onUnfold={onUnfold} />;
}

const minZoom = 0.25;
/** Below it no name can be read, so that what is wider is panned instead. */
const minReadableZoom = 0.72;
const step = 1.25;

function DrawnGraph({ graph, layout, onUnfold }: ImpactGraphViewProps & { layout: GraphLayout }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const pan = useDragToPan(scroller);
  const fitting = (least: number) => Math.min(1, Math.max(least, (scroller.current?.clientWidth ?? 0) / layout.width));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a graph that is drawn anew begins fitted
  useEffect(() => setZoom(fitting(minReadableZoom)), [layout]);
  const zoomBy = (factor: number) => setZoom((now) => Math.min(1.6, Math.max(minZoom, now * factor)));
  return (
    <div className="relative mt-3">
      <div
        ref={scroller}
        {...pan}
        className="max-h-[min(70vh,620px)] cursor-grab touch-pan-x touch-pan-y overflow-auto overscroll-x-contain rounded-10 bg-canvas active:cursor-grabbing"
      >
        <div
          className="relative mx-auto"
          style={{ width: Math.ceil(layout.width * zoom), height: Math.ceil(layout.height * zoom) }}
        >
          <div
            className="absolute left-0 top-0 origin-top-left"
            style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
          >
            <Boxes graph={graph} layout={layout} onUnfold={onUnfold} onZoom={zoomBy} />
          </div>
        </div>
      </div>
      <div className="absolute bottom-2.5 right-2.5 flex gap-1 rounded-6 bg-raised shadow-e2 max-md:static max-md:mt-2 max-md:w-max max-md:shadow-none">
        <IconButton icon={Minus} size="sm" label="Kleiner" onClick={() => zoomBy(1 / step)} />
        <IconButton icon={Plus} size="sm" label="Größer" onClick={() => zoomBy(step)} />
        <IconButton icon={Maximize2} size="sm" label="Ganze Breite" onClick={() => setZoom(fitting(minZoom))} />
      </div>
    </div>
  );
}

interface BoxesProps extends ImpactGraphViewProps {
  layout: GraphLayout;
  onZoom: (factor: number) => void;
}

function Boxes({ graph: { nodes, shape }, layout, onUnfold, onZoom }: BoxesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [pointed, setPointed] = useState<string>();
  const through = useMemo(() => (pointed === undefined ? [] : edgesThrough(shape, pointed)), [shape, pointed]);
  const all = useMemo(() => lines(shape, layout, [...shape.edges.keys()]), [shape, layout]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+") onZoom(step);
    if (event.key === "-") onZoom(1 / step);
    const next = indexAfter(event.key, current, nodes.length);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    list.current?.children[next]?.querySelector<HTMLElement>("a, button")?.focus();
  };
  return (
    <>
      <svg aria-hidden="true" width={layout.width} height={layout.height} className="absolute left-0 top-0">
        <path d={all} className="fill-none stroke-line-strong" />
        <path d={lines(shape, layout, through)} className="fill-none stroke-text-1 stroke-[1.5]" />
      </svg>
      <ul ref={list} aria-label="Auswirkung als Graph, mit den Pfeiltasten zu lesen" onKeyDown={onKeyDown}>
        {nodes.map((node, index) => (
          <li
            key={node.id}
            className="absolute"
            style={{ ...layout.corners[index], width: boxWidth, height: boxHeight }}
            onPointerEnter={() => setPointed(node.id)}
            onPointerLeave={() => setPointed(undefined)}
            onFocus={() => {
              setCurrent(index);
              setPointed(node.id);
            }}
            onBlur={() => setPointed(undefined)}
          >
            <Box node={node} tabIndex={index === current ? 0 : -1} onUnfold={onUnfold} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where a key leads from an index among so many; undefined for keys that lead nowhere. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  const indexes: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowRight: index + 1,
    ArrowUp: index - 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: count - 1,
  };
  const next = indexes[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}

const bow = 26;

/** One path for all of these edges, from the right of a box to the left of another: a thousand elements would make every scroll stutter. */
function lines({ nodes, edges }: GraphShape, { corners }: GraphLayout, shown: readonly number[]): string {
  const indexes = new Map(nodes.map((node, index) => [node, index]));
  const cornerOf = (node: string) => corners[indexes.get(node) ?? -1];
  return shown
    .map((each) => {
      const edge = edges[each];
      const [from, to] = [edge && cornerOf(edge.from), edge && cornerOf(edge.to)];
      if (!from || !to) return "";
      const [x1, y1, x2, y2] = [from.left + boxWidth, from.top + boxHeight / 2, to.left, to.top + boxHeight / 2];
      return `M${round(x1)} ${round(y1)}C${round(x1 + bow)} ${round(y1)} ${round(x2 - bow)} ${round(y2)} ${round(x2)} ${round(y2)}`;
    })
    .join("");
}
const round = (value: number) => Math.round(value * 10) / 10;

const boxClass =
  "flex h-full w-full cursor-pointer flex-col justify-center rounded-6 border border-line-strong bg-surface px-2.5 text-left transition-colors hover:border-control hover:bg-sunken";

interface BoxProps {
  node: ImpactNode;
  tabIndex: number;
  onUnfold: () => void;
}

function Box({ node, tabIndex, onUnfold }: BoxProps) {
  const { kind, label, note, path, phone } = node;
  const named = { className: boxClass, tabIndex, title: note ? `${label}, ${note}` : label, draggable: false };
  const text = <BoxText {...node} />;
  if (path)
    return (
      <Link {...named} to={path}>
        {text}
      </Link>
    );
  if (phone)
    return (
      <a {...named} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
        {text}
      </a>
    );
  return (
    <button {...named} type="button" onClick={kind === "Websites" ? onUnfold : undefined}>
      {text}
    </button>
  );
}

function BoxText({ kind, label, note, status }: ImpactNode): ReactNode {
  return (
    <>
      <span className="flex items-center gap-1.5">
        {status && status !== "online" && <StatusGlyph state={status} className="flex-none" />}
        <span className="truncate text-ui font-550 text-text-1">{label}</span>
      </span>
      <span className={cx("truncate text-label text-text-2", !note && "text-text-3")}>
        <span className={note ? "sr-only" : undefined}>{kind}</span>
        {note && <span className="sr-only">, </span>}
        {note}
      </span>
    </>
  );
}
