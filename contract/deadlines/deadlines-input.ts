import { id, limit, page } from "../pagination.ts";
import { creationId, recordVersion } from "../records/list-input.ts";
import { recordTypes } from "../records/record-types.ts";
import { termDecisions } from "../terms/term.ts";
import { z } from "../zod.ts";
import { deadlineKinds } from "./deadlines.ts";
import { deadlineStates } from "./rule.ts";

const day = (label: string) => z.iso.date({ error: `${label}: Bitte einen Tag als JJJJ-MM-TT angeben.` });
const reason = z.string().trim().max(500, { error: "Grund: Höchstens 500 Zeichen." }).optional();

export const listDeadlines = z
  .strictObject({
    /** `closed` is every one that is over, however it ended, the last first. */
    state: z.enum([...deadlineStates, "closed", "all"]).default("open"),
    kind: z.enum(deadlineKinds).optional(),
    from: day("Von").optional(),
    to: day("Bis").optional(),
    targetType: z.enum([...recordTypes, "task"]).optional(),
    targetId: id.optional(),
    customerId: id.optional(),
    /** `me` is the asking person. */
    responsibleUserId: id.optional(),
    /** Leaves out what the person has put away. */
    snoozed: z.enum(["hide", "show"]).default("show"),
    search: z.string().trim().max(200).default(""),
    page: page.default(1),
    limit: limit.default(50),
  })
  .refine(({ targetType, targetId }) => targetId === undefined || targetType !== undefined, {
    error: "Gehört zu: Zur Kennung gehört die Art.",
    path: ["targetType"],
  });

export const oneDeadline = z.strictObject({ id });
export const completeDeadline = z.strictObject({ id, reason });
/** For the person alone; null brings it back. */
export const snoozeDeadline = z.strictObject({ id, until: day("Später").nullable() });
export const assignDeadline = z.strictObject({ id, userId: id.nullable() });
export const decideDeadline = z.strictObject({
  id,
  decision: z.enum(termDecisions, { error: "Entscheidung: Bitte eine Auswahl treffen." }),
  effectiveOn: day("Ende").optional(),
  reason,
  /** Of the record, as the person saw it. */
  version: recordVersion.optional(),
});

const leadDays = z
  .array(z.number().int().min(0).max(730))
  .max(10, { error: "Erinnern: Höchstens zehn Zeitpunkte." })
  .nullable();

/** How many days before the people concerned hear of it; null is as the settings have it, none at all is never. */
export const setDeadlineLeads = z.strictObject({ id, leadDays });

const own = {
  label: z
    .string()
    .trim()
    .min(1, { error: "Termin: Pflichtfeld." })
    .max(120, { error: "Termin: Höchstens 120 Zeichen." }),
  dueOn: day("Datum"),
  note: z.string().trim().max(2000, { error: "Notiz: Höchstens 2000 Zeichen." }).nullable().optional(),
  responsibleUserId: id.nullable().optional(),
  leadDays: leadDays.optional(),
};

export const createDeadline = z
  .strictObject({
    ...own,
    targetType: z.enum(recordTypes).optional(),
    targetId: id.optional(),
    creationId: creationId.optional(),
  })
  .refine((input) => (input.targetType === undefined) === (input.targetId === undefined), {
    error: "Gehört zu: Art und Kennung gehören zusammen.",
    path: ["targetId"],
  });

export const updateDeadline = z.strictObject({
  ...own,
  label: own.label.optional(),
  dueOn: own.dueOn.optional(),
  id,
  version: recordVersion,
});
