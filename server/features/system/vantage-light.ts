import type { Light } from "../../../contract/system/lights.ts";
import { counted } from "../../../contract/values/counted.ts";
import { silenceText } from "../../../contract/vantage-points/silence-text.ts";
import { stateOfPoint, type VantagePointState } from "../../../contract/vantage-points/vantage-points.ts";
import { toDate } from "../../db/to-date.ts";
import type { Services } from "../../trpc/context.ts";

/** A vantage point, as far as it says whether its agent works. */
export interface PointFigure {
  name: string;
  state: VantagePointState;
  lastAt: Date | null;
}

export async function readPointFigures({ db, now }: Pick<Services, "db" | "now">): Promise<PointFigure[]> {
  const rows = await db
    .selectFrom("vantagePoints")
    .select(["name", "tokenHash", "lastAt", "clockOffMs"])
    .orderBy("foldedName")
    .execute();
  return rows.map(({ name, tokenHash, clockOffMs, ...row }) => {
    const lastAt = toDate(row.lastAt);
    return { name, lastAt, state: stateOfPoint({ hasToken: tokenHash !== null, lastAt, clockOffMs }, now()) };
  });
}

const advice =
  "Sieh auf dem Rechner nach, auf dem sein Agent läuft: Das Log des Agenten nennt den Grund. So lange beurteilen die übrigen Messpunkte, was von dort aus geprüft wird.";

/** Whether the agents of vantage points report; undefined where there are none. */
export function judgePoints(points: readonly PointFigure[]): Omit<Light, "key" | "histories"> | undefined {
  if (points.length === 0) return undefined;
  const silent = points.flatMap(({ name, state, lastAt }) =>
    state === "silent" && lastAt ? [`${name} ${silenceText(lastAt)}`] : [],
  );
  if (silent.length > 0) return { state: "bad", value: silent.join("; "), advice };
  const wrong = points.filter(({ state }) => state === "clockOff").map(({ name }) => name);
  if (wrong.length > 0)
    return {
      state: "warn",
      value: `Die Uhr geht falsch: ${wrong.join(", ")}`,
      advice: "Stelle sie dort, etwa mit chrony: Sonst gelten von dort aus Zertifikate als abgelaufen.",
    };
  const reporting = points.filter(({ state }) => state === "online").length;
  if (reporting === 0)
    return {
      state: "unknown",
      value: "Noch kein Agent hat sich gemeldet",
      advice: "Starte „techcenter agent“ mit dem Token des Messpunkts, oder lösche ihn.",
    };
  return { state: "ok", value: `${counted(reporting, "Messpunkt meldet", "Messpunkte melden")} sich`, advice: null };
}
