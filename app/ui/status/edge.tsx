import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";

const SIZES = {
  cell: "w-[89px] flex-none [--base:8px] [--full:16px] [--gap:1px] [--mid:12px]",
  tile: "[--base:3px] [--full:9px] [--gap:2px] [--mid:6px]",
  phone: "[--base:2px] [--full:8px] [--gap:1.5px] [--mid:5px]",
  head: "[--base:3px] [--full:13px] [--gap:3px] [--mid:8px]",
  open: "[--base:18px] [--full:36px] [--gap:3px] [--mid:27px] [&>i]:rounded-[1.5px]",
  incident: "[--base:8px] [--full:28px] [--gap:1px] [--mid:18px]",
} as const;

/** Each is a class of app.css. */
export type EdgeState = "online" | "degraded" | "offline" | "maintenance" | "unknown" | "paused" | "gap";

export type EdgeProps = Omit<HTMLAttributes<HTMLDivElement>, "children"> & {
  /** Oldest first; the newest stands at the right. */
  segments: readonly EdgeState[];
  size?: keyof typeof SIZES;
  /** What is read out: usually `edgeSentence(…)`. */
  label: string;
  /** One line for each segment, shown while the pointer rests on it. */
  titles?: readonly string[];
};

/** The history of a thing on its lower edge: where something happened, the edge grows. Height repeats colour. */
export function Edge({ segments, size = "tile", label, titles, className, ...rest }: EdgeProps) {
  const edge = {
    role: "img",
    "aria-label": label,
    ...rest,
    className: cx("edge", SIZES[size], className),
  };
  if (!titles)
    return (
      <div
        {...edge}
        // A list has up to 3,000 segments; each for itself, React would spend a quarter of the page on them.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: put together from the names of the states
        dangerouslySetInnerHTML={{ __html: runsHtml(segments, size !== "open") }}
      />
    );
  return (
    <div {...edge}>
      {segments.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is nothing but its place in time
        <i key={index} title={titles[index]} className={state} />
      ))}
    </div>
  );
}

/** Segments of one state that follow each other are one element, which leaves out the gaps; where corners are round, each is one. */
function runsHtml(segments: readonly EdgeState[], isJoined: boolean): string {
  let html = "";
  for (let start = 0, end = 0; start < segments.length; start = end) {
    const state = segments[start];
    do end += 1;
    while (isJoined && segments[end] === state);
    const count = end - start;
    html += count === 1 ? `<i class="${state}"></i>` : `<i class="${state} run" style="--count:${count}"></i>`;
  }
  return html;
}

type Unit = { one: string; many: string };

const WORDS: [EdgeState, string][] = [
  ["offline", "offline"],
  ["degraded", "beeinträchtigt"],
  ["maintenance", "in Wartung"],
  ["unknown", "unbekannt"],
  ["paused", "pausiert"],
];

/** „30 Tage: 1 Tag offline, 2 beeinträchtigt, 99,21 %“: the deviations in order of weight, then the figure. */
export function edgeSentence(
  segments: readonly EdgeState[],
  { unit = { one: "Tag", many: "Tage" }, figure }: { unit?: Unit; figure?: string } = {},
): string {
  const counted = (count: number) => `${count} ${count === 1 ? unit.one : unit.many}`;
  const deviations = WORDS.map(([state, word]) => ({ word, count: segments.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }, index) => `${index === 0 ? counted(count) : count} ${word}`);
  const facts = deviations.length > 0 ? deviations : ["durchgehend online"];
  return `${counted(segments.length)}: ${[...facts, ...(figure ? [figure] : [])].join(", ")}`;
}
