import type { Availability } from "../../../contract/checks/availability.ts";
import type { CheckKind, Sighting } from "../../../contract/checks/kinds.ts";
import type { RecordCheckConfig } from "../../../contract/checks/settings-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import {
  leadOf,
  portalPoint,
  stateOfPoint,
  type Vantage,
  type VantageChoice,
} from "../../../contract/vantage-points/vantage-points.ts";
import { toDate } from "../../db/to-date.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";

type Reading = Pick<Services, "db" | "now" | "checks">;

export const portalAlone: Vantage = { points: [portalPoint], rule: "majority" };

/**
 * From where records are looked at: what was chosen, without vantage points that are gone; null for the portal alone. A
 * certificate is looked at from one place, where the page of the same record is: each server shows its own.
 */
export async function readVantages(
  { db }: Tx,
  configs: readonly Pick<RecordCheckConfig, "points">[],
): Promise<(own: Pick<RecordCheckConfig, "points" | "rule">, kind: CheckKind) => Vantage | null> {
  if (configs.every(({ points }) => points.length === 0)) return () => null;
  const known = new Set((await db.selectFrom("vantagePoints").select("id").execute()).map(({ id }) => id));
  return ({ points, rule }, kind) => {
    const there = points.filter((id) => id === portalPoint || known.has(id));
    const lead = leadOf({ points: there });
    if (lead === undefined) return null;
    const meant = kind === "tls" ? [lead] : there;
    return meant.length === 1 && lead === portalPoint ? null : { points: meant, rule };
  };
}

/** From where else something can be looked at, by name. */
export async function listChoices({ db, now }: Pick<Services, "db" | "now">): Promise<VantageChoice[]> {
  const rows = await db
    .selectFrom("vantagePoints")
    .select(["id", "name", "tokenHash", "lastAt", "clockOffMs"])
    .orderBy("foldedName")
    .execute();
  return rows.map(({ id, name, tokenHash, lastAt, clockOffMs }) => ({
    id,
    name,
    state: stateOfPoint({ hasToken: tokenHash !== null, lastAt: toDate(lastAt), clockOffMs }, now()),
  }));
}

/** Refuses vantage points that are not there. */
export async function assertPoints({ db }: Tx, points: readonly string[]): Promise<void> {
  const named = points.filter((id) => id !== portalPoint);
  if (named.length === 0) return;
  const known = await db.selectFrom("vantagePoints").select("id").where("id", "in", named).execute();
  if (known.length < new Set(named).size)
    throw invalidField("points", "Messpunkte: Einen davon gibt es nicht mehr. Bitte lade die Seite neu.");
}

interface Row {
  id: string;
  vantageJson: string | null;
}

const chosenIn = ({ vantageJson }: Row): readonly string[] => {
  const points = vantageJson === null ? [] : parseOwnJson<Vantage>(vantageJson).points;
  return points.some((id) => id !== portalPoint) ? points : [];
};

/** How checks are seen from each of their vantage points, in the order in which those were chosen. */
export async function readSightings(ctx: Reading, rows: readonly Row[]): Promise<Map<string, Sighting[]>> {
  const chosen = rows.filter((row) => chosenIn(row).length > 0);
  if (chosen.length === 0) return new Map();
  const choices = new Map((await listChoices(ctx)).map((choice) => [choice.id, choice]));
  const seen = ctx.checks.reader()?.points.sightings(chosen.map(({ id }) => id)) ?? [];
  return new Map(
    chosen.map((row) => [
      row.id,
      chosenIn(row).map((id): Sighting => {
        const found = seen.find(({ checkId, point }) => checkId === row.id && point === id);
        const state = choices.get(id)?.state;
        return {
          id,
          name: choices.get(id)?.name ?? "Portal",
          status: found?.status ?? "unknown",
          since: toDate(found?.since ?? null),
          at: toDate(found?.seenAt ?? null),
          responseTimeMs: found?.status === "offline" ? null : (found?.totalMs ?? null),
          cause: found?.status === "online" ? null : (found?.text ?? null),
          isSilent: id !== portalPoint && state !== "online" && state !== "clockOff",
        };
      }),
    ]),
  );
}

/** The response times of a check by vantage point, a value for each of these moments. */
export async function readByPoint(
  ctx: Reading,
  row: Row | undefined,
  points: readonly { startS: number }[],
): Promise<Availability["byVantagePoint"]> {
  const [first, last] = [points[0], points.at(-1)];
  const chosen = row ? chosenIn(row) : [];
  if (!row || !first || !last || chosen.length === 0) return [];
  const names = new Map((await listChoices(ctx)).map(({ id, name }) => [id, name]));
  const slots = ctx.checks.reader()?.points.slots(row.id, first.startS, last.startS + 1) ?? [];
  return chosen.map((id) => {
    const known = new Map(slots.filter(({ point }) => point === id).map((slot) => [slot.startS, slot.averageMs]));
    const values = points.map(({ startS }) => known.get(startS) ?? null);
    return { id, name: names.get(id) ?? "Portal", values };
  });
}
