import type { z } from "zod";
import type * as contract from "../../../contract/checks/checks-input.ts";
import { recordCheckConfig } from "../../../contract/checks/settings-input.ts";
import type { CheckSettingsView } from "../../../contract/checks/views.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { deriveChecks } from "./derive.ts";
import { assertReadable } from "./queries.ts";
import { assertPoints, listChoices } from "./vantages.ts";

type Target = z.infer<typeof contract.getCheckSettings>;

/** What somebody has set for a record; version 0 before the first time. */
export async function readCheckSettings(ctx: PersonContext, target: Target): Promise<CheckSettingsView> {
  await assertReadable(ctx, target);
  const row = await ctx.db
    .selectFrom("checkSettings")
    .select(["config", "secret", "version"])
    .where("targetType", "=", target.type)
    .where("targetId", "=", target.id)
    .executeTakeFirst();
  return {
    config: recordCheckConfig.parse(row ? JSON.parse(row.config) : {}),
    hasSecret: row?.secret != null,
    vantagePoints: await listChoices(ctx),
    version: row?.version ?? 0,
    can: { update: hasAbility(ctx.person.role, "manageChecks") },
  };
}

/** Sets how a record is looked at, from the version on that the person saw. */
export async function updateCheckSettings(
  ctx: PersonContext,
  { type, id, config, secret, version }: z.infer<typeof contract.updateCheckSettings>,
): Promise<CheckSettingsView> {
  await assertReadable(ctx, { type, id });
  const sealed = typeof secret === "string" && secret !== "" ? ctx.vault.seal(secret) : null;
  await transact(ctx, async (tx) => {
    await assertPoints(tx, config.points);
    const at = tx.now().toISOString();
    const values = { config: JSON.stringify(config), updatedAt: at, updatedById: ctx.person.id };
    const withSecret = secret === undefined ? values : { ...values, secret: sealed };
    const written =
      version === 0
        ? await tx.db
            .insertInto("checkSettings")
            .values({ secret: null, ...withSecret, targetType: type, targetId: id })
            .onConflict((conflict) => conflict.doNothing())
            .returning("version")
            .execute()
        : await tx.db
            .updateTable("checkSettings")
            .set((eb) => ({ ...withSecret, version: eb("version", "+", 1) }))
            .where("targetType", "=", type)
            .where("targetId", "=", id)
            .where("version", "=", version)
            .returning("version")
            .execute();
    if (written.length === 0)
      throw new Problem("conflict", {
        message: "Jemand hat die Überwachung inzwischen anders eingestellt. Bitte lade sie neu.",
      });
    await tx.record({ kind: "checks.configured", subject: { type, id } });
    await deriveChecks(tx, type, [id]);
  });
  return readCheckSettings(ctx, { type, id });
}
