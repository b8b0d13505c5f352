import { maxCalendarDays } from "../deadlines/calendar-days.ts";
import { daysBetween } from "../deadlines/deadlines.ts";
import { keysOf } from "../narrowing.ts";
import { id, limit, page } from "../pagination.ts";
import { bulkSelection } from "../records/bulk.ts";
import { creationId, recordVersion } from "../records/list-input.ts";
import { readsAsRecurrence } from "../tasks/recurrence.ts";
import { z } from "../zod.ts";
import { adHocMinutes, maintenanceScopes, maintenanceViews, maxTargets } from "./maintenance.ts";

const moment = (label: string) => z.iso.datetime({ offset: true, error: `${label}: Bitte Datum und Uhrzeit angeben.` });

const fields = {
  title: z.string().trim().min(1, "Titel: Pflichtfeld.").max(120, "Titel: Höchstens 120 Zeichen."),
  scope: z.enum(keysOf(maintenanceScopes)),
  targetIds: z.array(id).max(maxTargets, `Umfang: Höchstens ${maxTargets} Einträge.`).default([]),
  startsAt: moment("Beginn"),
  endsAt: moment("Ende"),
  rrule: z
    .string()
    .trim()
    .max(300)
    .refine(readsAsRecurrence, "Wiederholung: Diese Regel lässt sich nicht lesen.")
    .nullable()
    .default(null),
  isSilent: z.boolean().default(true),
};

export const createMaintenance = z.strictObject({ ...fields, creationId: creationId.optional() });
export const updateMaintenance = z.strictObject({ ...fields, id, version: recordVersion.optional() });
export const oneMaintenance = z.strictObject({ id });
/** What a list has selected, to be named as what a new window is about. */
export const selectTargets = z.strictObject({ type: z.enum(["website", "host"]), selection: bulkSelection });
/** „Jetzt“: about what a page shows. */
export const startMaintenance = z.strictObject({
  type: z.enum(["customer", "host", "website"]),
  id,
  minutes: z.number().int().min(5).max(1440).default(adHocMinutes),
});
const day = (label: string) => z.iso.date({ error: `${label}: Bitte einen Tag als JJJJ-MM-TT angeben.` });

/** The windows of whole days; with a customer those that are about them or about everything. */
export const readMaintenanceDays = z
  .strictObject({ from: day("Von"), to: day("Bis"), customerId: id.optional() })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < maxCalendarDays, {
    error: `Bis: Höchstens ${maxCalendarDays} Tage, die mit „Von“ beginnen.`,
    path: ["to"],
  });
export const listMaintenance = z.strictObject({
  view: z.enum(keysOf(maintenanceViews)).default("upcoming"),
  page: page.default(1),
  limit: limit.default(50),
});
