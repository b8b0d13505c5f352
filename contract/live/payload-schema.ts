import { z } from "../zod.ts";
import { type LiveEventName, liveEvents } from "./live-events.ts";
import type { Shape } from "./payload.ts";

/** The payload of an event as a schema, for those who have to be told what is wrong with one; it knows no other fields. */
export function payloadSchema(event: LiveEventName): z.ZodType {
  const known = schemas.get(event) ?? schemaOf(liveEvents[event].payload);
  schemas.set(event, known);
  return known;
}

const schemas = new Map<LiveEventName, z.ZodType>();

function schemaOf(part: Shape): z.ZodType {
  switch (part.kind) {
    case "text":
      return z.string().min(part.min).max(part.max);
    case "whole":
      return z.int().min(part.min);
    case "flag":
      return z.boolean();
    case "choice":
      return z.literal([...part.values]);
    case "list":
      return z.array(schemaOf(part.entry)).max(part.max);
    case "fields":
      return z.strictObject(
        Object.fromEntries(Object.entries(part.members).map(([key, member]) => [key, schemaOf(member)])),
      );
    case "optional":
      return schemaOf(part.inner).optional();
  }
}
