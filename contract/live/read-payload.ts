import type { z } from "zod";
import { type LiveEventName, type LivePayload, liveEvents } from "./live-events.ts";

/**
 * The payload of an event as this page knows it. Fields that a newer server sends beside the known ones are left out;
 * undefined for what is not understood.
 */
export function readPayload<Name extends LiveEventName>(event: Name, payload: unknown): LivePayload<Name> | undefined {
  const schema = liveEvents[event].payload as unknown as z.ZodType<LivePayload<Name>>;
  const strict = schema.safeParse(payload);
  if (strict.success) return strict.data;
  const known = structuredClone(payload);
  for (const issue of strict.error.issues) {
    if (issue.code === "unrecognized_keys") leaveOut(known, issue.path, issue.keys);
  }
  return schema.safeParse(known).data;
}

function leaveOut(payload: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  const holder = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], payload);
  for (const key of keys) Reflect.deleteProperty(Object(holder), key);
}
