import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";

const segmentHtml = (state: EdgeState) => `<i class="${state}"></i>`;

const SIZES = {
  cell: "w-[89px] flex-none gap-px [--base:8px] [--full:16px] [--mid:12px]",
  tile: "gap-0.5 [--base:3px] [--full:9px] [--mid:6px]",
  phone: "gap-[1.5px] [--base:2px] [--full:8px] [--mid:5px]",
  head: "gap-[3px] [--base:3px] [--full:13px] [--mid:8px]",
  open: "gap-[3px] [--base:18px] [--full:36px] [--mid:27px] [&>i]:rounded-[1.5px]",
  incident: "gap-px [--base:8px] [--full:28px] [--mid:18px]",
} as const;

/** Each is a class of app.css: of the 3,000 segments of a list, classes that say all themselves were a third of its page. */
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
    className: cx("edge flex h-[var(--full)] items-end forced-color-adjust-none", SIZES[size], className),
  };
  if (!titles)
    return (
      <div
        {...edge}
        // A list has 1,500 segments; each for itself, React would spend a quarter of the page on them.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: put together from the names of the states
        dangerouslySetInnerHTML={{ __html: segments.map(segmentHtml).join("") }}
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
