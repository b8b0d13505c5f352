import { keysOf } from "../narrowing.ts";
import { id, limit, page } from "../pagination.ts";
import { creationId, recordVersion } from "../records/list-input.ts";
import { recordTypes } from "../records/record-types.ts";
import { z } from "../zod.ts";
import { readsAsRecurrence } from "./recurrence.ts";
import {
  maxChecklistItemLength,
  maxChecklistItems,
  maxTaskTextLength,
  maxTaskTitleLength,
  taskGroups,
  taskScopes,
  taskSources,
  taskViews,
} from "./tasks.ts";

const title = z
  .string()
  .trim()
  .min(1, { error: "Aufgabe: Pflichtfeld." })
  .max(maxTaskTitleLength, { error: `Aufgabe: Höchstens ${maxTaskTitleLength} Zeichen.` });

const text = z
  .string()
  .trim()
  .max(maxTaskTextLength, { error: `Beschreibung: Höchstens ${maxTaskTextLength} Zeichen.` });

const day = z.iso.date({ error: "Datum: Bitte einen Tag als JJJJ-MM-TT angeben." });

const recurrence = z
  .string()
  .trim()
  .max(200)
  .refine(readsAsRecurrence, { error: "Wiederholung: Bitte eine Regel nach RFC 5545 angeben, etwa FREQ=WEEKLY." });

const itemText = z
  .string()
  .trim()
  .min(1, { error: "Checkliste: Bitte keinen leeren Punkt." })
  .max(maxChecklistItemLength, { error: `Checkliste: Höchstens ${maxChecklistItemLength} Zeichen je Punkt.` });

const tooMany = { error: `Checkliste: Höchstens ${maxChecklistItems} Punkte.` };

const checklist = z
  .array(z.strictObject({ id: id.optional(), text: itemText, isDone: z.boolean().default(false) }))
  .max(maxChecklistItems, tooMany);

const targetType = z.enum([...recordTypes, "message"]);

const fields = {
  title,
  text: text.nullable().optional(),
  assigneeUserId: id.nullable().optional(),
  assigneeGroup: z.enum(taskGroups).nullable().optional(),
  dueOn: day.nullable().optional(),
  recurrence: recurrence.nullable().optional(),
  checklist: checklist.optional(),
};

const hasWholeTarget = (input: { targetType?: unknown; targetId?: unknown }) =>
  (input.targetType === undefined) === (input.targetId === undefined);
const wholeTarget = { error: "Gehört zu: Art und Kennung gehören zusammen.", path: ["targetId"] };

export const createTask = z
  .strictObject({
    ...fields,
    targetType: targetType.optional(),
    targetId: id.optional(),
    /** Whose points the check list begins with. */
    templateId: id.optional(),
    source: z.enum(keysOf(taskSources)).optional(),
    /** The check box of the page that stands for it from now on, by its number among all and by its words. */
    box: z.strictObject({ index: z.number().int().min(0).max(100_000), text: z.string().max(20_000) }).optional(),
    creationId: creationId.optional(),
  })
  .refine(hasWholeTarget, wholeTarget)
  .refine(({ box, targetType: type }) => box === undefined || type === "page", {
    error: "Häkchen: Nur die Häkchen einer Wiki-Seite können Aufgaben sein.",
    path: ["box"],
  });

export const updateTask = z.strictObject({ ...fields, title: title.optional(), id, version: recordVersion });

export const listTasks = z
  .strictObject({
    scope: z.enum(keysOf(taskScopes)).default("all"),
    view: z.enum(keysOf(taskViews)).default("open"),
    targetType: targetType.optional(),
    targetId: id.optional(),
    /** `me` is the asking person. */
    assigneeUserId: id.optional(),
    assigneeGroup: z.enum(taskGroups).optional(),
    /** Only what was given to nobody in particular. */
    isUnassigned: z.boolean().optional(),
    /** Only what is due by then. */
    dueBy: day.optional(),
    /** Only what has no day. */
    isUndated: z.boolean().optional(),
    search: z.string().trim().max(200).default(""),
    page: page.default(1),
    limit: limit.default(50),
  })
  .refine(({ targetType: type, targetId }) => targetId === undefined || type !== undefined, {
    error: "Gehört zu: Zur Kennung gehört die Art.",
    path: ["targetType"],
  });

export const oneTask = z.strictObject({ id });
export const snoozeTask = z.strictObject({ id, until: day.nullable() });
export const assignTask = z.strictObject({
  id,
  assigneeUserId: id.nullable().default(null),
  assigneeGroup: z.enum(taskGroups).nullable().default(null),
});
export const checkTaskItem = z.strictObject({ id, itemId: id, isDone: z.boolean() });
export const countTasks = z.strictObject({});

export const listTaskTemplates = z.strictObject({});
export const saveTaskTemplate = z.strictObject({
  id: id.optional(),
  /** Of the template that is changed. */
  version: recordVersion.optional(),
  title: z.string().trim().min(1, { error: "Name: Pflichtfeld." }).max(80, { error: "Name: Höchstens 80 Zeichen." }),
  items: z
    .array(itemText)
    .min(1, { error: "Checkliste: Bitte mindestens einen Punkt." })
    .max(maxChecklistItems, tooMany),
});
