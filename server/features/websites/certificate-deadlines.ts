import type { CheckEvent } from "../../../contract/checks/events.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { prepare } from "../../db/prepare.ts";
import type { Tx } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import type { DeadlineSource, Derived, Target } from "../deadlines/sources.ts";

/**
 * Adds the end of its certificate to the dates of a website. Most renew themselves: it stands in the calendar, and warns
 * nobody until its check finds that too little of its life is left.
 */
export function withCertificates(source: DeadlineSource): DeadlineSource {
  return {
    ...source,
    kinds: [...source.kinds, "tlsExpiry"],
    async read(db, ids, today) {
      const targets = await source.read(db, ids, today);
      const rows = await selectCertificates(db, JSON.stringify(ids));
      const ends = new Map(rows.map((row) => [row.id, row]));
      return targets.map((target) => {
        const row = ends.get(target.id);
        if (!row?.certificateExpiresAt || row.lifecycle !== "live") return target;
        const isQuiet = row.status !== "degraded" && row.status !== "offline";
        const ended = derive(target, portalDate(new Date(row.certificateExpiresAt)), isQuiet);
        return { ...target, deadlines: [...target.deadlines, ended] };
      });
    },
  };
}

const selectCertificates = prepare((db, idsJson: string) =>
  db
    .selectFrom("websites as w")
    .leftJoin("checks as c", (join) =>
      join
        .onRef("c.targetId", "=", "w.id")
        .on("c.targetType", "=", "website")
        .on("c.kind", "=", "tls")
        .on("c.isEnabled", "=", 1)
        .on("c.removedAt", "is", null),
    )
    .select(["w.id", "w.certificateExpiresAt", "w.lifecycle", "c.status"])
    .where("w.id", "in", idsIn(idsJson)),
);

function derive({ responsibleUserId, concernedUserId }: Target, dueOn: string, isQuiet: boolean): Derived {
  return {
    kind: "tlsExpiry",
    dueOn,
    cancelBy: null,
    asksUntil: null,
    responsibleUserId,
    concernedUserId,
    amountCents: null,
    direction: null,
    source: "tls",
    certainty: "certain",
    isQuiet,
  };
}

const telling: readonly CheckEvent["kind"][] = ["up", "down", "degraded", "restored"];

/** Whether a certificate warns follows from its check. */
export async function followCertificates(tx: Tx, events: readonly CheckEvent[]): Promise<void> {
  const ids = events.flatMap(({ kind, targetType, targetId }) =>
    targetType === "website" && targetId && telling.includes(kind) ? [targetId] : [],
  );
  await deriveDeadlines(tx, "website", [...new Set(ids)]);
}
