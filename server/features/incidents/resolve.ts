import { openStates } from "../../../contract/incidents/incidents.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import type { Tx } from "../../db/transact.ts";
import { endClaimIn } from "../claims/claims.ts";
import { noteChange } from "./apply.ts";
import { writeEntry } from "./entries.ts";
import type { Target } from "./grouping.ts";
import { signalResolved } from "./signals.ts";
import { tellEnd } from "./tell.ts";

interface Recovery {
  status?: "online" | "ended";
  /** They answer again, but something of them still fails. */
  isPartial?: boolean;
}

/** Takes note that targets are no longer down, and ends the incidents in which nothing is down any more. */
export async function recoverTargets(
  tx: Tx,
  targets: readonly (Target & { at: Date })[],
  { status = "online", isPartial = false }: Recovery = {},
): Promise<void> {
  const touched = new Set<string>();
  for (const { type, id, at } of targets) {
    const rows = await tx.db
      .updateTable("incidentMembers")
      .set({ until: at.toISOString(), status })
      .where("targetType", "=", type)
      .where("targetId", "=", id)
      .where("until", "is", null)
      // What comes and goes is not over because it is there for a moment.
      .where("isFlapping", "in", status === "ended" ? [0, 1] : [0])
      .where("isPartial", "in", isPartial ? [0] : [0, 1])
      .returning("incidentId")
      .execute();
    for (const { incidentId } of rows) touched.add(incidentId);
  }
  for (const id of touched) await resolveIfOver(tx, id);
}

async function resolveIfOver(tx: Tx, id: string): Promise<void> {
  const down = await tx.db
    .selectFrom("incidentMembers")
    .select("targetId")
    .where("incidentId", "=", id)
    .where("until", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (!down) await resolve(tx, id);
  else tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
}

/** Ends an open incident because nothing is broken any more; says so to those who heard of it. */
export async function resolve(tx: Tx, id: string): Promise<void> {
  const now = tx.now();
  const ended = await tx.db
    .updateTable("incidents")
    .set((eb) => ({
      state: "resolved",
      endReason: "fixed",
      endedAt: now.toISOString(),
      tellAfter: null,
      updatedAt: now.toISOString(),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("state", "in", [...openStates])
    .returning(["id", "startedAt"])
    .executeTakeFirst();
  if (!ended) return;
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(ended.startedAt)) / minuteMs));
  await endClaimIn(tx, { type: "incident", id });
  await writeEntry(tx, id, { kind: "resolved", text: `Nach ${durationText(minutes)}` });
  await noteChange(tx, id, "incident.resolved");
  await tellEnd(tx, id, "fixed");
  await signalResolved(tx, id);
}

/** „2 Stunden 5 Minuten“. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const part = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  return [...part(hours, "Stunde", "Stunden"), ...part(rest, "Minute", "Minuten")].join(" ");
}
