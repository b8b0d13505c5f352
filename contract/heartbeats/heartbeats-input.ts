import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { dayMs, secondMs } from "../time/durations.ts";
import { z } from "../zod.ts";
import { heartbeatKindNames, heartbeatTargets } from "./heartbeats.ts";

const target = z.strictObject({ type: z.enum(heartbeatTargets), id });
const label = z
  .string()
  .trim()
  .min(1, { error: "Bezeichnung: Pflichtfeld." })
  .max(80, { error: "Bezeichnung: Höchstens 80 Zeichen." });
const everySeconds = z
  .int()
  .min(60, { error: "Meldet sich: Mindestens jede Minute." })
  .max((40 * dayMs) / secondMs, { error: "Meldet sich: Höchstens alle 40 Tage." });

export const listHeartbeats = target;

export const createHeartbeat = z.strictObject({
  target,
  kind: z.enum(heartbeatKindNames, { error: "Art: Bitte wählen." }),
  label,
  everySeconds,
  creationId: creationId.optional(),
});

/** What is expected of it can change; its URL stays. */
export const updateHeartbeat = z.strictObject({ id, label, everySeconds });

export const heartbeatKey = z.strictObject({ id });
