import { type LiveEventName, type LivePayload, liveEvents } from "./live-events.ts";
import { readPart } from "./payload.ts";

/**
 * The payload of an event as this page knows it. Fields that a newer server sends beside the known ones are left out;
 * undefined for what is not understood.
 */
export function readPayload<Name extends LiveEventName>(event: Name, payload: unknown): LivePayload<Name> | undefined {
  // What the event's own part has read is of its type, which the union of all events cannot express.
  return readPart(liveEvents[event].payload, payload) as LivePayload<Name> | undefined;
}
