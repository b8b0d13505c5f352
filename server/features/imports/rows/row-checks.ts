import { recordCheckConfig } from "../../../../contract/checks/settings-input.ts";
import type { Cell } from "../../../../contract/imports/imports.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { Tx } from "../../../db/transact.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { deriveChecks, isCheckTarget } from "../../checks/derive.ts";

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
  const parsed = recordCheckConfig.safeParse(read(cell));
  if (!parsed.success) return;
  const made = await tx.db
    .insertInto("checkSettings")
    .values({
      ...{ targetType: type, targetId: id, config: JSON.stringify(parsed.data), secret: null },
      ...{ updatedAt: tx.now().toISOString(), updatedById: person.id },
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
