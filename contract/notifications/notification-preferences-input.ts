import { id } from "../pagination.ts";
import { isTimeZone } from "../time/time-zone.ts";
import { workingDays } from "../time/working-days.ts";
import { z } from "../zod.ts";
import { channels, topicKeys, topics } from "./notification-categories.ts";

const time = (label: string) =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: `${label}: Bitte eine Uhrzeit wie 19:00 angeben.` });

export const setChannel = z
  .strictObject({ topic: z.enum(topicKeys), channel: z.enum(channels), isOn: z.boolean() })
  .refine(({ topic, channel }) => topics[topic].channels.includes(channel), {
    path: ["channel"],
    error: "Kanal: Den gibt es hier nicht.",
  });

export const quietHours = z.strictObject({
  isOn: z.boolean(),
  from: time("Von"),
  to: time("Bis"),
  weekend: z.boolean(),
  criticalAnyway: z.boolean(),
  silencesLive: z.boolean(),
});

export const setQuietHours = z.strictObject({ quiet: quietHours });

/** Null ends an absence, and with it that somebody stands in. */
export const setAbsence = z.strictObject({
  awayUntil: z.iso.date({ error: "Abwesend bis: Bitte ein Datum angeben." }).nullable(),
  deputyId: id.nullable().default(null),
});

/** Null for the agency's. */
export const setWorkingDays = z.strictObject({ workingDays: workingDays.nullable() });

/** Null for the portal's. */
export const setTimeZone = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, { error: "Zeitzone: Diese gibt es nicht." }).nullable(),
});
