/** A stretch of time in milliseconds. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Something that went on for a while: an incident, a maintenance, a time of slowness. */
export interface TimeBand extends TimeSpan {
  tone: "bad" | "mnt" | "warn";
  label: string;
}

const minMs = 10 * 60_000;

/** A span that was chosen by drawing across: never beyond what there is, and never too short to hold measurements. */
export function withinSpan(whole: TimeSpan, { from, to }: TimeSpan): TimeSpan {
  const length = Math.min(whole.to - whole.from, Math.max(minMs, to - from));
  const start = Math.min(Math.max(whole.from, (from + to) / 2 - length / 2), whole.to - length);
  return { from: Math.round(start), to: Math.round(start + length) };
}

/** The span by a factor wider or narrower, with what is looked at in the same place. */
export function zoomed(whole: TimeSpan, span: TimeSpan, at: number, factor: number): TimeSpan {
  return withinSpan(whole, { from: at - (at - span.from) * factor, to: at + (span.to - at) * factor });
}

export interface BandPiece {
  tone: TimeBand["tone"];
  label: string;
  left: number;
  width: number;
  /** Where its word begins; absent where it would run into another word or out of the picture. */
  labelAt?: number;
}

interface Measures {
  position: (at: number) => number;
  measure: (text: string) => number;
  /** What a word keeps on either side. */
  air: number;
  /** Where the picture ends. */
  right: number;
  /** No band is narrower, or a short outage in a year would not be seen. */
  least: number;
}

/** Where bands are drawn: what is seen of them, and words that leave each other room; a word stands after its band or before it. */
export function bandPieces(
  bands: readonly TimeBand[],
  span: TimeSpan,
  { position, measure, air, right, least }: Measures,
) {
  const start = position(span.from);
  const taken: { from: number; to: number }[] = [];
  const isFree = (from: number, to: number) =>
    from >= start && to <= right && taken.every((other) => to <= other.from || from >= other.to);
  const seen = bands.filter(({ from, to }) => to > span.from && from < span.to);
  return seen.map(({ from, to, tone, label }): BandPiece => {
    const left = position(Math.max(from, span.from));
    const width = Math.max(least, position(Math.min(to, span.to)) - left);
    const room = measure(label) + 2 * air;
    const labelFrom = [left + width, left - room].find((at) => isFree(at, at + room));
    if (labelFrom === undefined) return { tone, label, left, width };
    taken.push({ from: labelFrom, to: labelFrom + room });
    return { tone, label, left, width, labelAt: labelFrom + air };
  });
}
