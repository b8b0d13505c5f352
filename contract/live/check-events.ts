import { checkTargetTypes } from "../checks/kinds.ts";
import { type CheckStatus, checkStatuses } from "../checks/status.ts";
import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { event, view } from "./live-event.ts";

const named = z.strictObject({ id, name: z.string() });
const status = z.enum(keysOf(checkStatuses));
const offline: CheckStatus = "offline";
const sample = { id: "beispiel", name: "Weingut Amsel" };

/** „2 Min.“, „3 Std.“: how long something was down, in its greatest unit. */
function lasted(seconds: number): string {
  if (seconds < 60) return "unter 1 Min.";
  if (seconds < 3600) return `${Math.round(seconds / 60)} Min.`;
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 3600)} Std.` : `${Math.round(seconds / 86_400)} Tage`;
}

/** Status of what is watched: badges turn for everybody, toasts are for those who follow. */
export const checkEvents = {
  websiteStatus: event({
    boundTo: { channel: "website" },
    payload: z.strictObject({ website: named, status }),
    sample: { website: sample, status: offline },
    refreshes: ["website", "check", "relation", "dashboard"],
  }),
  hostStatus: event({
    boundTo: { channel: "maintainer" },
    payload: z.strictObject({ host: named, status }),
    sample: { host: { id: "beispiel", name: "web-03" }, status: offline },
    refreshes: ["host", "check", "relation", "dashboard"],
  }),
  domainStatus: event({
    boundTo: { channel: "website" },
    payload: z.strictObject({ domain: named, status }),
    sample: { domain: { id: "beispiel", name: "amsel.example" }, status: offline },
    refreshes: ["domain", "check", "relation", "dashboard"],
  }),
  /** Of something that the person follows; `seconds` says how long it was down. */
  followedStatus: event({
    boundTo: "person",
    payload: z.strictObject({
      record: named.extend({ type: z.enum(checkTargetTypes) }),
      isDown: z.boolean(),
      seconds: z.number().int().min(0).optional(),
    }),
    sample: { record: { type: "website", ...sample }, isDown: true },
    refreshes: ({ record: { type } }) => [type, "check"],
    toast: ({ record, isDown, seconds = 0 }) => ({
      tone: isDown ? "error" : "info",
      title: "Überwachung",
      message: isDown ? `${record.name} ist offline.` : `${record.name} ist wieder online (${lasted(seconds)}).`,
      autoCloseMs: isDown ? false : 5000,
      action: view(`/${record.type}s/${encodeURIComponent(record.id)}`),
    }),
    topic: "website",
  }),
} as const;
