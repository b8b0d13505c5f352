import type { CheckKind, CheckTargetType } from "../../../contract/checks/kinds.ts";
import { type CheckStatus, worstStatus } from "../../../contract/checks/status.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";

export const selectStatuses = prepare((db, type: CheckTargetType, idsJson: string) =>
  db
    .selectFrom("checks")
    .select(["targetId", "kind", "status", "statusSince", "pausedAt", "quietFrom", "quietUntil"])
    .where("targetType", "=", type)
    .where("targetId", "in", idsIn(idsJson))
    .where("isEnabled", "=", 1)
    .where("removedAt", "is", null),
);

type Checked = Awaited<ReturnType<typeof selectStatuses>>[number];

/** The status of a record from its checks, and the worst of theirs, of which it comes. */
export function statusOf(
  type: CheckTargetType,
  own: readonly Checked[],
  at: string,
): { status: CheckStatus; worst: CheckStatus } {
  const statuses = own.map(({ status, pausedAt, quietFrom, quietUntil }): CheckStatus => {
    if (pausedAt !== null) return "paused";
    return quietFrom !== null && quietUntil !== null && quietFrom <= at && at < quietUntil ? "maintenance" : status;
  });
  const worst = worstStatus(statuses);
  return { worst, status: worst === "offline" && isPartial(type, own, statuses) ? "degraded" : worst };
}

/**
 * How those websites are that have jobs to report, for whoever only visits them: that a job is silent is not seen from
 * outside. The others are as their records say.
 */
export async function readVisibleStatuses(
  { db, now }: { db: Db; now(): Date },
  websiteIds: readonly string[],
): Promise<Map<string, CheckStatus>> {
  const at = now().toISOString();
  const checks = Map.groupBy(
    await selectStatuses(db, "website", JSON.stringify(websiteIds)),
    ({ targetId }) => targetId,
  );
  const isJob = ({ kind }: Checked) => kind === "push";
  return new Map(
    [...checks]
      .filter(([, own]) => own.some(isJob))
      .map(([id, own]) => [
        id,
        statusOf(
          "website",
          own.filter((check) => !isJob(check)),
          at,
        ).status,
      ]),
  );
}

/**
 * A host of which one port fails is there, and so is whatever only misses the report of a job: silence says that the job
 * did not run, and nothing of where it runs.
 */
function isPartial(
  type: CheckTargetType,
  own: readonly { kind: CheckKind }[],
  statuses: readonly CheckStatus[],
): boolean {
  const looked = statuses.filter((_, index) => own[index]?.kind !== "push");
  if (!looked.includes("offline")) return true;
  return type === "host" && looked.some((status) => isOneOf(["online", "degraded"], status));
}
