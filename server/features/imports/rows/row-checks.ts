import { recordCheckConfig } from "../../../../contract/checks/settings-input.ts";
import type { Cell } from "../../../../contract/imports/imports.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { readsAsRecurrence } from "../../../../contract/tasks/recurrence.ts";
import { z } from "../../../../contract/zod.ts";
import { newId } from "../../../db/new-id.ts";
import type { Tx } from "../../../db/transact.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { deriveChecks, isCheckTarget } from "../../checks/derive.ts";
import { insertHeartbeat } from "../../heartbeats/commands.ts";
import { coverByWindow } from "../../maintenance/commands.ts";
import { showOnStatusPage } from "../../status-pages/commands.ts";

const push = z.strictObject({
  label: z.string().min(1).max(80),
  everySeconds: z.int().min(60),
  hint: z.string().max(10),
  tokenHash: z.string().max(60),
});
const moment = z.iso.datetime();
const window = z.strictObject({
  key: z.string().max(60),
  title: z.string().min(1).max(120),
  startsAt: moment,
  endsAt: moment,
  rrule: z.string().max(300).refine(readsAsRecurrence).nullable(),
});
const settings = z.looseObject({
  pushes: z.array(push).max(20).optional(),
  maintenance: z.array(window).max(20).optional(),
  statusPages: z.array(z.string().min(1).max(80)).max(20).optional(),
});

/** One that is here already stays as it is. */
async function addHeartbeat(tx: Tx, hostId: string, order: z.output<typeof push>): Promise<void> {
  const known = tx.db.selectFrom("heartbeats").select("id").where("tokenHash", "=", order.tokenHash);
  if (await known.executeTakeFirst()) return;
  await insertHeartbeat(tx, { ...order, id: newId(), kind: "cron", target: { type: "host", id: hostId } });
}

/**
 * Sets how a record is looked at, by what another monitoring said of it. Settings that somebody has made in the portal
 * stay; whoever may not change them gets the record as the portal looks at it.
 */
export async function setUpChecks(
  tx: Tx,
  { person }: Pick<RecordContext, "person">,
  { type, id, cell }: { type: string; id: string; cell: Cell | undefined },
): Promise<void> {
  if (typeof cell !== "string" || !isCheckTarget(type) || !hasAbility(person.role, "manageChecks")) return;
  const { pushes, maintenance = [], statusPages = [], ...config } = settings.safeParse(read(cell)).data ?? {};
  if (type === "host") for (const push of pushes ?? []) await addHeartbeat(tx, id, push);
  if (type !== "domain")
    for (const { key, ...window } of maintenance)
      await coverByWindow(tx, {
        ...window,
        creationId: `kuma-${type}-${key}`,
        scope: type,
        targetId: id,
        personId: person.id,
      });
  if (type === "website")
    for (const name of statusPages) await showOnStatusPage(tx, { name, websiteId: id, personId: person.id });
  const parsed = recordCheckConfig.safeParse(config);
  if (!parsed.success || Object.keys(config).length === 0) return;
  const made = await tx.db
    .insertInto("checkSettings")
    .values({
      targetType: type,
      targetId: id,
      config: JSON.stringify(parsed.data),
      secret: null,
      updatedAt: tx.now().toISOString(),
      updatedById: person.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("version")
    .execute();
  if (made.length > 0) await deriveChecks(tx, type, [id]);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
