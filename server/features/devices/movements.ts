import type { z } from "zod";
import type * as contract from "../../../contract/devices/movement-input.ts";
import type { Movement } from "../../../contract/devices/movements.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { entriesOf } from "../../../contract/narrowing.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { addMonths, portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { updateRecordIn, type Written } from "../../records/commands.ts";
import { withNewRelations } from "../../records/forms/new-relations.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { assignment, findHolder, type Holder, type HolderKey, readReceiver, refuseCircle } from "./holders.ts";
import { devices } from "./store.ts";

type Device = { id: string; title: string; status: string; holder: Holder | undefined; nextAuditMonths: number | null };

/** Checks devices out; each must be there and fit to go. Either all of them go or none. */
export async function checkOut(
  ctx: PersonContext,
  input: z.infer<typeof contract.checkOut>,
): Promise<(Written & { checkoutId: string })[]> {
  const { to, expectedReturnAt, condition, accessories, note } = input;
  const today = portalDate(ctx.now());
  if (expectedReturnAt && expectedReturnAt < today)
    throw invalidField("expectedReturnAt", "Rückgabe bis: Das Datum liegt in der Vergangenheit.");
  return transact(ctx, async (tx) => {
    const holder = await readReceiver(tx, to);
    const checkout = { holder, assignedAt: today, expectedReturnAt, condition, accessories, note };
    const written = await eachDevice(tx, input.deviceIds, async (device) => {
      const { written, movementId } = await performCheckout(tx, ctx, device, checkout);
      return { ...written, checkoutId: movementId };
    });
    if (holder.type === "user" && holder.id !== ctx.person.id) await tellReceiver(tx, ctx, holder, written);
    return written;
  });
}

interface Checkout extends Pick<Movement, "condition" | "accessories" | "expectedReturnAt"> {
  holder: Holder;
  assignedAt: string;
  note: string;
}

async function performCheckout(
  tx: Tx,
  ctx: RecordContext,
  device: Device,
  { holder, assignedAt, ...details }: Checkout,
): Promise<{ written: Written; movementId: string }> {
  const { condition, expectedReturnAt } = details;
  refuseUnfit(device, holder);
  await refuseCircle(tx, device, holder);
  const movementId = await writeMovement(tx, ctx, device, { kind: "checkOut", from: null, to: holder, ...details });
  const body = {
    status: "issued",
    assignedAt,
    expectedReturnAt,
    ...assignment(holder),
    ...(condition && { condition }),
  };
  const written = await updateRecordIn(tx, devices, ctx, { params: { id: device.id }, body, as: "device.moved" });
  return { written, movementId };
}

interface KnownCheckout {
  to: HolderKey;
  /** Today when absent or still to come. */
  assignedAt: string | null;
  /** May have passed: who did not bring a device back in time still has it. */
  expectedReturnAt: string | null;
  note: string;
}

/**
 * Writes down within an open transaction that somebody has a device already; returns the id of the movement. Tells
 * nobody.
 */
export async function checkOutIn(
  tx: Tx,
  ctx: RecordContext,
  deviceId: string,
  { to, assignedAt, ...details }: KnownCheckout,
): Promise<string> {
  const today = portalDate(ctx.now());
  const { movementId } = await performCheckout(tx, ctx, await readDevice(tx, deviceId), {
    holder: await readReceiver(tx, to),
    assignedAt: assignedAt && assignedAt < today ? assignedAt : today,
    condition: null,
    accessories: [],
    ...details,
  });
  return movementId;
}

interface TakeBack {
  deviceId: string;
  movementId: string;
  /** What the checkout has changed of the device, as it was. */
  before: RecordBody;
}

/** Undoes a checkout as if it had never been; false where the device has been checked out again since. */
export async function takeBackIn(
  tx: Tx,
  ctx: RecordContext,
  { deviceId, movementId, before }: TakeBack,
): Promise<boolean> {
  if ((await lastMove(tx, deviceId)) !== movementId) return false;
  await tx.db.deleteFrom("deviceMovements").where("id", "=", movementId).execute();
  await updateRecordIn(tx, devices, ctx, { params: { id: deviceId }, body: before, as: "device.moved" });
  return true;
}

/** The id of the checkout or return that a device has been through last; undefined before the first. */
async function lastMove(tx: Tx, deviceId: string): Promise<string | undefined> {
  const last = await tx.db
    .selectFrom("deviceMovements")
    .select("id")
    .where("deviceId", "=", deviceId)
    .where("kind", "in", ["checkOut", "checkIn"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return last?.id;
}

/** Takes devices back from whoever has them, or only from those to whom the named checkouts gave them. */
export async function checkIn(ctx: PersonContext, input: z.infer<typeof contract.checkIn>): Promise<Written[]> {
  const { status, condition, missingAccessories, note, newRelations, checkoutIds } = input;
  return transact(ctx, async (tx) => {
    const { locationId } = await withNewRelations(tx, ctx, devices, { locationId: input.locationId }, newRelations);
    return eachDevice(tx, input.deviceIds, async (device) => {
      if (!device.holder) throw new Problem("precondition", { message: `${device.title} ist nicht ausgegeben.` });
      if (checkoutIds && !checkoutIds.includes((await lastMove(tx, device.id)) ?? ""))
        throw new Problem("precondition", {
          message: `${device.title} ist inzwischen an ${device.holder.label} ausgegeben. Die Ausgabe davor lässt sich nicht mehr rückgängig machen.`,
        });
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
    });
  });
}

/** Confirms devices as seen today. */
export async function auditDevices(
  ctx: PersonContext,
  input: z.infer<typeof contract.auditDevices>,
): Promise<Written[]> {
  const today = portalDate(ctx.now());
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

async function eachDevice<Moved extends Written>(
  tx: Tx,
  ids: readonly string[],
  move: (device: Device) => Promise<Moved>,
): Promise<Moved[]> {
  const written: Moved[] = [];
  for (const id of new Set(ids)) written.push(await move(await readDevice(tx, id)));
  return written;
}

/** An active device with whom it is; throws not_found. */
export async function readDevice(tx: Tx, id: string): Promise<Device> {
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
  const [held] = entriesOf(ids).flatMap(([type, holderId]) => (holderId === null ? [] : [{ type, id: holderId }]));
  const holder = held && (await findHolder(tx, held));
  return { id, title: row.title, status: row.status, holder, nextAuditMonths: row.defaultAuditMonths };
}

const unfit: Record<string, string> = {
  retired: "ist ausgemustert",
  sold: "ist verkauft",
  missing: "wird vermisst",
  repair: "ist in Reparatur",
};

/** Why a device cannot go to anybody, as the end of a sentence about it. */
export function whyUnfit({ status, holder }: Pick<Device, "status" | "holder">): string | undefined {
  return holder ? `ist schon an ${holder.label} ausgegeben` : unfit[status];
}

function refuseUnfit(device: Device, to: Holder): void {
  const { id, title } = device;
  const reason = whyUnfit(device);
  if (reason) throw new Problem("precondition", { message: `${title} ${reason}.` });
  if (to.type === "device" && to.id === id)
    throw invalidField("to.id", "Ausgeben an: Ein Gerät kann nicht an sich selbst ausgegeben werden.");
}

type Step = Omit<Movement, "id" | "at" | "by" | "from" | "to"> & { from: Holder | null; to: Holder | null };

async function writeMovement(
  tx: Tx,
  ctx: RecordContext,
  { id, title }: Device,
  { from, to, note, accessories, ...step }: Step,
): Promise<string> {
  const movementId = newId();
  await tx.db
    .insertInto("deviceMovements")
    .values({
      id: movementId,
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
  for (const side of [from, to])
    if (side?.type === "user" && side.id !== ctx.person.id)
      tx.signal({
        event: "deviceMoved",
        payload: { device: { id, name: title }, isReceiver: side === to },
        toUserId: side.id,
      });
  return movementId;
}

async function tellReceiver(tx: Tx, ctx: PersonContext, holder: Holder, written: readonly Written[]): Promise<void> {
  const [first] = written;
  if (!first) return;
  const what = written.length === 1 ? first.title : `${written.length} Geräte`;
  await notify(tx, {
    forUserId: holder.id,
    title: `${what} übergeben`,
    message: `<b>${escapeHtml(ctx.person.name)}</b> hat dir ${escapeHtml(written.map(({ title }) => title).join(", "))} übergeben.`,
    category: "device",
    link: written.length === 1 ? `/devices/${first.id}` : "/devices",
  });
}
