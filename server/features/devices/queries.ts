import type { HeldDevice, HolderType, Movement } from "../../../contract/devices/movements.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import { forbidden } from "../../problem.ts";
import type { Person, PersonContext } from "../../trpc/context.ts";

/** A device's movements, the newest first. */
export async function listMovements(ctx: PersonContext, { deviceId }: { deviceId: string }): Promise<Movement[]> {
  const rows = await ctx.db
    .selectFrom("deviceMovements")
    .leftJoin("users", "users.id", "deviceMovements.byUserId")
    .selectAll("deviceMovements")
    .select("users.name as byName")
    .where("deviceId", "=", deviceId)
    .orderBy("at", "desc")
    .orderBy("deviceMovements.id", "desc")
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: new Date(row.at),
    from: holderOf(row.fromType, row.fromId, row.fromLabel),
    to: holderOf(row.toType, row.toId, row.toLabel),
    by: row.byUserId ? { id: row.byUserId, label: row.byName ?? "" } : null,
    condition: row.condition,
    accessories: JSON.parse(row.accessories),
    note: row.note,
    expectedReturnAt: row.expectedReturnAt,
  }));
}

function holderOf(type: HolderType | null, id: string | null, label: string | null): Movement["from"] {
  return type && id ? { type, id, label: label ?? "" } : null;
}

/** The active devices that a person has, by title. */
export async function listHeldDevices(ctx: PersonContext, { userId }: { userId: string }): Promise<HeldDevice[]> {
  if (!canSeeDevicesOf(ctx.person, userId)) throw forbidden();
  return selectHeld(ctx.db, userId);
}

const selectHeld = prepare((db: Db, userId: string) =>
  db
    .selectFrom("devices")
    .select(["id", "title", "assetTag", "assignedAt", "expectedReturnAt"])
    .where("assignedUserId", "=", userId)
    .where("archivedAt", "is", null)
    .orderBy("sortTitle")
    .orderBy("id")
    .limit(200),
);

/** What somebody has is their own matter, and that of those who look after the devices. */
function canSeeDevicesOf(person: Pick<Person, "id" | "role">, userId: string): boolean {
  return person.id === userId || hasAbility(person.role, "seeDevicesOfPeople");
}
