import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { newRelations } from "../records/list-input.ts";
import { readDate } from "../time/calendar-date.ts";
import { z } from "../zod.ts";
import { conditions, holderTypes, returnedStatuses } from "./movements.ts";

const condition = z.enum(keysOf(conditions)).nullable().default(null);
const accessories = z.array(z.string().trim().min(1).max(80)).max(30).default([]);
const note = z.string().trim().max(2000, "Notiz: Höchstens 2000 Zeichen.").default("");
const day = z.string().refine((text) => {
  const reading = readDate(text);
  return "value" in reading && reading.value === text;
}, "Rückgabe bis: Bitte ein Datum angeben.");
/** Several devices can go to one holder at once. */
const deviceIds = z.array(id).min(1, "Geräte: Bitte mindestens ein Gerät wählen.").max(100);

export const checkOut = z.strictObject({
  deviceIds,
  to: z.strictObject(
    { type: z.enum(holderTypes), id: z.string().min(1, "Ausgeben an: Pflichtfeld.").max(64) },
    { error: "Ausgeben an: Pflichtfeld." },
  ),
  expectedReturnAt: day.nullable().default(null),
  condition,
  accessories,
  note,
});

export const checkIn = z.strictObject({
  deviceIds,
  status: z.enum(keysOf(returnedStatuses)).default("available"),
  /** Where it lies from now on; its former place when absent. */
  locationId: id.nullable().default(null),
  condition,
  newRelations,
  /** What did not come back. */
  missingAccessories: accessories,
  note,
  /** Undoes these checkouts; refused for a device that has gone on since. */
  checkoutIds: z.array(id).max(100).optional(),
});

/** Confirms that the devices were seen; the next audit follows from their category. */
export const auditDevices = z.strictObject({ deviceIds, note });
export const listMovements = z.strictObject({ deviceId: id });
export const listHeldDevices = z.strictObject({ userId: id });
