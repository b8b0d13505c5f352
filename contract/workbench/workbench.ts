import { type BroadcastChannel, type LiveEventName, liveEventNames, liveEvents } from "../live/live-events.ts";
import { z } from "../zod.ts";

/** What can be fired from the workbench. */
export const workbenchEventNames = liveEventNames.filter((name) => !liveEvents[name].isOfPortal);

/** Fires one event of the catalogue from the workbench; payloads are checked against the event's own schema. */
export const sendLiveEvent = z.strictObject({
  event: z.enum(workbenchEventNames, { error: "Ereignis: Dieses Ereignis gibt es nicht." }),
  payload: z.unknown(),
});

/** What was fired; `channel` is null for events bound to the person. */
export interface SentLiveEvent {
  event: LiveEventName;
  channel: BroadcastChannel | null;
}

/** What the browser needs to connect; the secret never leaves the server. */
export interface LiveSettings {
  appKey: string;
  /** How far live events had come when the page was asked for; undefined where nobody counts all of them. */
  position: string | undefined;
}
