import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { creationId, recordScope, recordVersion } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { maxFeedbackFiles } from "./feedback.ts";
import { boardStatuses, feedbackStatuses } from "./statuses.ts";

const line = (max: number) => z.string().trim().max(max);

/** What a browser tells of the page from which somebody writes; the person sees it and may leave it out. */
export const feedbackContext = z.strictObject({
  /** A path of the portal, with its query. */
  url: line(2048).regex(/^\/(?![/\\])/, "Kontext: Die Adresse muss zum Portal gehören."),
  viewport: line(40),
  browser: line(300),
  appVersion: line(40).optional(),
  lastErrorId: line(64).optional(),
});

export const feedbackFiles = z
  .array(id)
  .max(maxFeedbackFiles, `Anhänge: Höchstens ${maxFeedbackFiles} Dateien.`)
  .default([]);

export const similarFeedback = z.strictObject({ title: z.string().trim().max(300), exceptId: id.optional() });

export const oneFeedback = z.strictObject({ id });
export const voteFeedback = z.strictObject({ id, on: z.boolean() });

const text = (label: string, max: number) => z.string().trim().max(max, `${label}: Höchstens ${max} Zeichen.`);

export const setFeedbackStatus = z.strictObject({
  id,
  status: z.enum(keysOf(feedbackStatuses)),
  version: recordVersion.optional(),
  answer: text("Antwort ans Team", 10_000).optional(),
  /** Why it is opened again, or what the author is asked. */
  reason: text("Begründung", 2000).optional(),
  duplicateOfId: id.optional(),
  releasedIn: text("Umgesetzt in", 60).optional(),
});
export type SetFeedbackStatus = z.infer<typeof setFeedbackStatus>;

/** One step for many entries at once. */
export const setStatusOfMany = setFeedbackStatus
  .omit({ id: true, version: true })
  .extend({ ids: z.array(id).min(1).max(100, "Höchstens 100 Einträge auf einmal.") });

const body = text("Kommentar", 8000).min(1, "Kommentar: Pflichtfeld.");
const mentions = z.array(id).max(50, "Kommentar: Höchstens 50 Erwähnungen.").default([]);

export const addComment = z.strictObject({
  id,
  body,
  mentions,
  internal: z.boolean().default(false),
  creationId: creationId.optional(),
});
export const editComment = z.strictObject({ id, body, mentions });

const cards = z.number().int().min(1).max(500);
export const feedbackBoard = recordScope.extend({
  cards: z.partialRecord(z.enum(boardStatuses), cards).default({}),
  /** Only what is planned, under way, or was done lately. */
  roadmap: z.boolean().default(false),
});
