import type { CheckKind } from "../../contract/checks/kinds.ts";
import type { CheckOutcome } from "../../contract/checks/status.ts";
import { noSpans } from "../../contract/checks/uptime.ts";
import { type Bucket, mergeBuckets } from "../../server/checks/store/buckets.ts";
import type { StoredResult, Times } from "../../server/checks/store/packing.ts";
import { type Chance, openChance } from "../../server/sample/chance.ts";
import { busyness, hashOf, type Tempo } from "./tempo.ts";

/** A stretch of time in which a check found something else than usual. */
export interface Episode {
  fromS: number;
  untilS: number;
  outcome: CheckOutcome;
  httpStatus?: number;
  /** How many times longer answers took. */
  slower?: number;
}

/** How a check is doing over the months. */
export interface Course {
  kind: CheckKind;
  tempo: Tempo;
  episodes: readonly Episode[];
  /** Seconds between two looks, and how long ago they were that many. */
  steps: readonly { everyS: number; untilAgoS: number }[];
}

export const hourS = 3600;
export const dayS = 24 * hourS;

/**
 * Short things that come and go in every year, so that no line is straight: the same for the same name. Failures end
 * before the third look, so that none of them would have been an incident.
 */
export function usualEpisodes(name: string, fromS: number, untilS: number): Episode[] {
  const chance = openChance(hashOf(name));
  const days = Math.floor((untilS - fromS) / dayS);
  const at = () => fromS + chance.int(1, days - 2) * dayS + chance.int(0, dayS - 1);
  const shorts = Array.from({ length: chance.int(1, 5) }, (): Episode => {
    const start = at();
    return { fromS: start, untilS: start + chance.int(2, 9) * 60, outcome: "failed", httpStatus: 502 };
  });
  const slows = Array.from({ length: chance.int(1, 4) }, (): Episode => {
    const start = at();
    const slower = 3 + chance.int(0, 4);
    return { fromS: start, untilS: start + chance.int(1, 5) * hourS, outcome: "degraded", slower };
  });
  return [...shorts, ...slows].sort((one, other) => one.fromS - other.fromS);
}

/** Every look at a target within a stretch of time, oldest first. */
export function resultsOf(name: string, course: Course, fromS: number, untilS: number): StoredResult[] {
  const chance = openChance(hashOf(name) + 1);
  const results: StoredResult[] = [];
  const episodes = course.episodes.filter((episode) => episode.untilS > fromS && episode.fromS < untilS);
  let atS = fromS + (hashOf(name) % everyAt(course, untilS - fromS));
  while (atS < untilS) {
    const holdS = everyAt(course, untilS - atS);
    const current = atS;
    const episode = episodes.findLast((each) => current >= each.fromS && current < each.untilS);
    results.push(resultAt(course, { atS, holdS, episode, chance }));
    atS += holdS;
  }
  return results;
}

function everyAt({ steps }: Course, agoS: number): number {
  return steps.find(({ untilAgoS }) => agoS <= untilAgoS)?.everyS ?? hourS;
}

interface At {
  atS: number;
  holdS: number;
  episode: Episode | undefined;
  chance: Chance;
}

function resultAt({ kind, tempo }: Course, { atS, holdS, episode, chance }: At): StoredResult {
  const outcome = episode?.outcome ?? "ok";
  const luck = chance.int(0, 1000) / 1000;
  const isWeb = kind === "http";
  if (outcome === "unknown" || (outcome === "failed" && !episode?.httpStatus))
    return { atS, holdS, outcome, httpStatus: null, times: [tempo.dns, null, null, null, tempo.dns + 3] };
  const factor = busyness(atS * 1000, luck) * (episode?.slower ?? 1);
  return {
    atS,
    holdS,
    outcome,
    httpStatus: isWeb ? (episode?.httpStatus ?? 200) : null,
    times: timesOf(kind, tempo, factor),
  };
}

function timesOf(kind: CheckKind, { dns, connect, tls, ttfb }: Tempo, factor: number): Times {
  const whole = Math.round(ttfb * factor);
  if (kind === "http") return [dns, connect, tls, whole, dns + connect + tls + whole + 1];
  if (kind === "tls") return [dns, connect, tls, null, dns + connect + tls];
  if (kind === "dns") return [dns, null, null, null, dns];
  return [dns, connect, null, null, dns + connect];
}

/** The hours of a day long ago, without looks of their own: as an average day, with what happened in it. */
export function hoursOfDay(course: Course, dayStartS: number, variant: number): Map<number, Bucket> {
  const hours = averageDay(course, variant);
  for (const episode of course.episodes) {
    if (episode.untilS <= dayStartS || episode.fromS >= dayStartS + dayS) continue;
    for (const [hour, bucket] of hours) {
      const startS = dayStartS + hour * hourS;
      const seconds = Math.min(episode.untilS, startS + hourS) - Math.max(episode.fromS, startS);
      if (seconds <= 0) continue;
      const spans = { ...bucket.spans, ok: Math.max(0, bucket.spans.ok - seconds) };
      spans[episode.outcome] += bucket.spans.ok - spans.ok;
      const averages = bucket.averages.map((value, phase) =>
        value !== null && phase >= 3 && episode.slower ? value * episode.slower : value,
      );
      hours.set(hour, { ...bucket, spans, averages });
    }
  }
  return hours;
}

/** How many days differ from each other, by how much; after that they come again. */
const drifts = [0.99, 1.02, 0.98, 1.01, 0.97, 1];
export const variants = drifts.length;

function averageDay({ kind, tempo, steps }: Course, variant: number): Map<number, Bucket> {
  const everyS = steps.at(-1)?.everyS ?? hourS;
  const drift = drifts[variant] ?? 1;
  const hours = new Map<number, Bucket>();
  for (let hour = 0; hour < 24; hour += 1) {
    const looks = everyS <= hourS ? hourS / everyS : hour % (everyS / hourS) === 0 ? 1 : 0;
    const averages = timesOf(kind, tempo, busyness(hour * hourS * 1000, 0.5) * drift);
    const total = averages[4] ?? 0;
    const [p95, max] = [Math.round(total * 1.1), Math.round(total * 1.16)];
    hours.set(hour, {
      spans: { ...noSpans(), ok: hourS },
      count: looks,
      averages: looks > 0 ? [...averages] : [null, null, null, null, null],
      ...(looks > 0 ? { p95, max } : { p95: null, max: null }),
    });
  }
  return hours;
}

export const dayOf = (hours: ReadonlyMap<number, Bucket>): Bucket => mergeBuckets([...hours.values()]);
