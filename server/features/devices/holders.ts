import { sql } from "kysely";
import type { HolderType } from "../../../contract/devices/movements.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";

/** Whom a device is with. */
export type Holder = HolderKey & { label: string };

export interface HolderKey {
  type: HolderType;
  id: string;
}

/** Whoever has a device, and since when they are gone. */
export async function findHolder(tx: Tx, { type, id }: HolderKey): Promise<Holder & { goneAt: string | null }> {
  const row =
    type === "user"
      ? await tx.db
          .selectFrom("users")
          .select(["name as label", "deactivatedAt as goneAt"])
          .where("id", "=", id)
          .executeTakeFirst()
      : await tx.db
          .selectFrom(`${type}s`)
          .select(["title as label", "archivedAt as goneAt"])
          .where("id", "=", id)
          .executeTakeFirst();
  if (!row) throw invalidField("to.id", "Ausgeben an: Diesen Eintrag gibt es nicht mehr.");
  return { type, id, ...row };
}

/** Whom devices may go to: somebody who is still there. */
export async function readReceiver(tx: Tx, to: HolderKey): Promise<Holder> {
  const { goneAt, ...holder } = await findHolder(tx, to);
  const state = to.type === "user" ? "deaktiviert" : "archiviert";
  if (goneAt) throw invalidField("to.id", `Ausgeben an: „${holder.label}“ ist ${state}.`);
  return holder;
}

/** Refuses to hand a device to one that is with it already, be it by way of others. */
export async function refuseCircle(tx: Tx, { id, title }: { id: string; title: string }, to: Holder): Promise<void> {
  if (to.type !== "device") return;
  const { rows } = await sql`with recursive chain (id) as (
      select ${to.id} union select assigned_device_id from devices inner join chain on devices.id = chain.id
      where assigned_device_id is not null
    ) select 1 from chain where id = ${id}`.execute(tx.db);
  if (rows.length > 0) throw invalidField("to.id", `Ausgeben an: ${to.label} ist selbst an ${title} ausgegeben.`);
}

/** What a device keeps of its holder; of none, nothing. */
export function assignment(holder: Holder | undefined): RecordBody {
  const id = (type: HolderType) => (holder?.type === type ? holder.id : null);
  return {
    assignedUserId: id("user"),
    assignedCustomerId: id("customer"),
    assignedLocationId: id("location"),
    assignedDeviceId: id("device"),
  };
}
