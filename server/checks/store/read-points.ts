import type { CheckState, MeasuredStatus } from "../../../contract/checks/judge.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { StoreFile } from "./open-store.ts";
import { slotS } from "./points.ts";

/** How a check was last seen from a vantage point, as that point alone has it. */
export interface PointSighting {
  checkId: string;
  point: string;
  status: MeasuredStatus;
  since: number | null;
  seenAt: number;
  totalMs: number | null;
  text: string | null;
}

/** What a vantage point measured of a check in one stretch of time. */
export interface PointSlot {
  point: string;
  startS: number;
  /** Undefined where nothing answered. */
  averageMs: number | undefined;
}

export interface PointReader {
  sightings(checkIds: readonly string[]): PointSighting[];
  /** The earliest first. */
  slots(checkId: string, fromS: number, untilS: number): PointSlot[];
  /** Up to which number the results of an agent's run have been judged. */
  takenOf(point: string, run: string): number;
}

/** Reads what vantage points have found; nothing from files of versions that knew none. */
export function openPointReader(sqlite: StoreFile): PointReader {
  let prepared: ReturnType<typeof prepareStatements> | undefined;
  const statements = () => {
    prepared ??= prepareStatements(sqlite);
    return prepared;
  };
  return {
    sightings(checkIds) {
      const rows = statements()?.sightings.all(JSON.stringify(checkIds)) ?? [];
      return rows.map(({ state, ...row }) => {
        const { status, since } = parseOwnJson<CheckState>(state);
        return { ...row, status, since };
      });
    },
    slots(checkId, fromS, untilS) {
      const rows = statements()?.slots.all(checkId, Math.floor(fromS / slotS), Math.floor((untilS - 1) / slotS)) ?? [];
      return rows.map(({ point, slot, answers, sumMs }) => ({
        point,
        startS: slot * slotS,
        averageMs: answers > 0 ? sumMs / answers : undefined,
      }));
    },
    takenOf: (point, run) => statements()?.taken.get(point, run) ?? 0,
  };
}

function prepareStatements(sqlite: StoreFile) {
  const isThere = sqlite.prepare("select 1 from sqlite_master where name = 'point_slots'").get();
  if (!isThere) return undefined;
  return {
    sightings: sqlite.prepare<unknown[], Omit<PointSighting, "status" | "since"> & { state: string }>(
      `select c.check_id as checkId, p.point, p.state, p.seen_at as seenAt, p.total_ms as totalMs, p.text
        from json_each(?) as wanted join checks c on c.check_id = wanted.value join point_states p on p.no = c.no`,
    ),
    taken: sqlite.prepare<unknown[], number>("select last_seq from point_runs where point = ? and run = ?").pluck(),
    slots: sqlite.prepare<unknown[], { point: string; slot: number; answers: number; sumMs: number }>(
      `select point, slot, answers, sum_ms as sumMs from point_slots
        where no = (select no from checks where check_id = ?) and slot between ? and ? order by slot`,
    ),
  };
}
