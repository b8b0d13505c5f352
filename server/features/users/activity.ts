import type { z } from "zod";
import type { AuditEntry } from "../../../contract/audit-log/audit-log.ts";
import type { Page } from "../../../contract/pagination.ts";
import type { personActivity } from "../../../contract/users/user-tasks-input.ts";
import { forbidden } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { listAudit } from "../audit-log/queries.ts";
import { assertUserExists } from "./assert-user-exists.ts";
import { canSeeWholeProfile } from "./policy.ts";

/** What a person has done, the newest first: for themself and for who manages people. */
export async function listActivity(
  ctx: PersonContext,
  { id, page, limit }: z.output<typeof personActivity>,
): Promise<Page<AuditEntry>> {
  if (!canSeeWholeProfile(ctx.person, id)) throw forbidden();
  await assertUserExists(ctx.db, id);
  return listAudit(ctx, { where: { actorId: id }, page, limit });
}
