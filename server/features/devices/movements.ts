import type { z } from "zod";
import type * as contract from "../../../contract/movement-input.ts";
import type { HolderType, Movement, MovementKind } from "../../../contract/movements.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { addMonths, dateInBerlin } from "../../../contract/values/today.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { escapeHtml } from "../../live/sanitize-message.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { devices } from "./store.ts";

type Holder = { type: HolderType; id: string; label: string };
type Device = { id: string; title: string; status: string; holder: Holder | undefined; nextAuditMonths: number | null };

/** Hands devices out; each must be there and fit to go. Either all of them go or none. */
export async function checkOut(ctx: PersonContext, input: z.infer<typeof contract.checkOut>): Promise<Written[]> {
  const { to, expectedReturnAt, condition, accessories, note } = input;
  const today = dateInBerlin(ctx.now());
  if (expectedReturnAt && expectedReturnAt < today)
    throw invalidField("expectedReturnAt", "Rückgabe bis: Das Datum liegt in der Vergangenheit.");
  return transact(ctx, async (tx) => {
    const holder = await readHolder(tx, to);
    const written = await eachDevice(tx, input.deviceIds, async (device) => {
      refuseUnfit(device, holder);
      const assigned = assignment(holder);
      await writeMovement(tx, ctx, device, {
        kind: "checkOut",
        from: null,
        to: holder,
        condition,
        accessories,
        note,
        expectedReturnAt,
      });
      const body = {
        status: "issued",
        assignedAt: today,
        expectedReturnAt,
        ...assigned,
        ...(condition && { condition }),
      };
      return updateRecordIn(tx, devices, ctx, { params: { id: device.id }, body, as: "device.moved" });
    });
    if (holder.type === "user" && holder.id !== ctx.person.id) await tellReceiver(tx, ctx, holder, written);
    return written;
  });
}

/** Takes devices back from whoever has them. */
export async function checkIn(ctx: PersonContext, input: z.infer<typeof contract.checkIn>): Promise<Written[]> {
  const { status, locationId, condition, missingAccessories, note } = input;
  return transact(ctx, (tx) =>
    eachDevice(tx, input.deviceIds, async (device) => {
      if (!device.holder) throw new Problem("precondition", { message: `${device.title} ist nicht ausgegeben.` });
      await writeMovement(tx, ctx, device, {
        kind: "checkIn",
        from: device.holder,
        to: null,
        condition,
        accessories: missingAccessories,
        note,
        expectedReturnAt: null,
      });
      const body: RecordBody = { status, assignedAt: null, expectedReturnAt: null, ...assignment(undefined) };
      if (locationId) body.locationId = locationId;
      if (condition) body.condition = condition;
      return updateRecordIn(tx, devices, ctx, { params: { id: device.id }, body, as: "device.moved" });
    }),
  );
}

/** Confirms devices as seen today. */
export async function auditDevices(
  ctx: PersonContext,
  input: z.infer<typeof contract.auditDevices>,
): Promise<Written[]> {
  const today = dateInBerlin(ctx.now());
  return transact(ctx, (tx) =>
    eachDevice(tx, input.deviceIds, async (device) => {
      await writeMovement(tx, ctx, device, {
        kind: "audit",
        from: device.holder ?? null,
        to: null,
        condition: null,
        accessories: [],
        note: input.note,
        expectedReturnAt: null,
      });
      const body: RecordBody = { lastAuditAt: today };
      if (device.nextAuditMonths) body.nextAuditAt = addMonths(today, device.nextAuditMonths);
      return updateRecordIn(tx, devices, ctx, { params: { id: device.id }, body });
    }),
  );
}

async function eachDevice(
  tx: Tx,
  ids: readonly string[],
  move: (device: Device) => Promise<Written>,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const id of new Set(ids)) written.push(await move(await readDevice(tx, id)));
  return written;
}

async function readDevice(tx: Tx, id: string): Promise<Device> {
  const row = await tx.db
    .selectFrom("devices")
    .innerJoin("deviceCategories", "deviceCategories.id", "devices.categoryId")
    .select(["devices.id", "devices.title", "devices.status", "deviceCategories.defaultAuditMonths"])
    .select(["assignedUserId", "assignedCustomerId", "assignedLocationId", "assignedDeviceId"])
    .where("devices.id", "=", id)
    .where("devices.archivedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  const ids = {
    user: row.assignedUserId,
    customer: row.assignedCustomerId,
    location: row.assignedLocationId,
    device: row.assignedDeviceId,
  };
  const held = (Object.entries(ids) as [HolderType, string | null][]).find(([, holderId]) => holderId !== null);
  const holder = held && (await readHolder(tx, { type: held[0], id: held[1] as string }));
  return { id, title: row.title, status: row.status, holder, nextAuditMonths: row.defaultAuditMonths };
}

async function readHolder(tx: Tx, { type, id }: { type: HolderType; id: string }): Promise<Holder> {
  const row =
    type === "user"
      ? await tx.db.selectFrom("users").select("name as label").where("id", "=", id).executeTakeFirst()
      : await tx.db.selectFrom(`${type}s`).select("title as label").where("id", "=", id).executeTakeFirst();
  if (!row) throw invalidField("to.id", "Ausgeben an: Diesen Eintrag gibt es nicht mehr.");
  return { type, id, label: row.label };
}

const unfit: Record<string, string> = {
  retired: "ist ausgemustert",
  sold: "ist verkauft",
  missing: "wird vermisst",
  repair: "ist in Reparatur",
};

function refuseUnfit({ id, title, status, holder }: Device, to: Holder): void {
  const reason = holder ? `ist schon an ${holder.label} ausgegeben` : unfit[status];
  if (reason) throw new Problem("precondition", { message: `${title} ${reason}.` });
  if (to.type === "device" && to.id === id)
    throw invalidField("to.id", "Ausgeben an: Ein Gerät kann nicht an sich selbst ausgegeben werden.");
}

function assignment(holder: Holder | undefined): RecordBody {
  const id = (type: HolderType) => (holder?.type === type ? holder.id : null);
  return {
    assignedUserId: id("user"),
    assignedCustomerId: id("customer"),
    assignedLocationId: id("location"),
    assignedDeviceId: id("device"),
  };
}

type Step = Omit<Movement, "id" | "at" | "by" | "from" | "to"> & { from: Holder | null; to: Holder | null };

async function writeMovement(
  tx: Tx,
  ctx: PersonContext,
  { id }: Device,
  { from, to, note, accessories, ...step }: Step,
) {
  await tx.db
    .insertInto("deviceMovements")
    .values({
      id: newId(),
      deviceId: id,
      at: ctx.now().toISOString(),
      byUserId: ctx.person.id,
      fromType: from?.type ?? null,
      fromId: from?.id ?? null,
      fromLabel: from?.label ?? null,
      toType: to?.type ?? null,
      toId: to?.id ?? null,
      toLabel: to?.label ?? null,
      note: note || null,
      accessories: JSON.stringify(accessories),
      ...step,
    })
    .execute();
}

async function tellReceiver(tx: Tx, ctx: PersonContext, holder: Holder, written: readonly Written[]): Promise<void> {
  const [first] = written;
  if (!first) return;
  const what = written.length === 1 ? first.title : `${written.length} Geräte`;
  await tx.notify({
    forUserId: holder.id,
    title: `${what} übergeben`,
    message: `<b>${escapeHtml(ctx.person.name)}</b> hat dir ${escapeHtml(written.map(({ title }) => title).join(", "))} übergeben.`,
    category: "device",
    link: written.length === 1 ? `/devices/${first.id}` : "/devices",
  });
}

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
    kind: row.kind as MovementKind,
    at: new Date(row.at),
    from: holderOf(row.fromType, row.fromId, row.fromLabel),
    to: holderOf(row.toType, row.toId, row.toLabel),
    by: row.byUserId ? { id: row.byUserId, label: row.byName ?? "" } : null,
    condition: row.condition as Movement["condition"],
    accessories: JSON.parse(row.accessories),
    note: row.note,
    expectedReturnAt: row.expectedReturnAt,
  }));
}

function holderOf(type: string | null, id: string | null, label: string | null): Movement["from"] {
  return type && id ? { type: type as HolderType, id, label: label ?? "" } : null;
}
