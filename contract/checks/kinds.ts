import { isOneOf, keysOf } from "../narrowing.ts";
import type { CheckStatus } from "./status.ts";

/** What a check does when it looks at its target. */
export const checkKinds = {
  http: "Website",
  tls: "Zertifikat",
  tcp: "Port",
  ping: "Ping",
  dns: "DNS",
  smtp: "E-Mail-Server",
  push: "Meldung",
} as const;
export type CheckKind = keyof typeof checkKinds;
export const checkKindNames = keysOf(checkKinds);

/** What checks look at. */
export const checkTargetTypes = ["website", "domain", "host"] as const;
export type CheckTargetType = (typeof checkTargetTypes)[number];

/** The type of something that checks look at; throws for what nobody looks at. */
export function checkTargetTypeOf({ type }: { type: string }): CheckTargetType {
  if (!isOneOf(checkTargetTypes, type)) throw new Error(`no check looks at a ${type}`);
  return type;
}

/** The parts of the time that a probe takes. */
export const phases = ["dns", "connect", "tls", "ttfb", "total"] as const;
export type Phase = (typeof phases)[number];

/** A check as people and programs see it. */
export interface CheckView {
  id: string;
  kind: CheckKind;
  /** The name of what is checked: of a heartbeat its own, else that of the record. */
  label: string;
  /** What it connects to, such as `www.amsel.de:443`. */
  address: string;
  intervalSeconds: number;
  status: CheckStatus;
  since: Date | null;
  /** Why it is not online, as a sentence. */
  cause: string | null;
  pausedAt: Date | null;
  pausedBy: { id: string; label: string } | null;
  /** How it is seen from each vantage point; empty where the portal alone looks. */
  sightings: Sighting[];
}

/** A check as one vantage point has it. */
export interface Sighting {
  /** Of the vantage point. */
  id: string;
  name: string;
  status: CheckStatus;
  /** Since when it has been like that. */
  since: Date | null;
  /** When it was looked at last; null where it never was. */
  at: Date | null;
  responseTimeMs: number | null;
  cause: string | null;
  /** The agent does not report: what it said last counts no more. */
  isSilent: boolean;
}

/** What happened to a check, in the order in which it did. */
export const checkEventKinds = [
  "failing",
  "down",
  "up",
  "degraded",
  "restored",
  "unknown",
  "certificateChanged",
  "certificateLevel",
  "titleChanged",
  "sizeChanged",
  "bannerChanged",
  "flapping",
  "steady",
  "connectivityLost",
  "connectivityBack",
] as const;
export type CheckEventKind = (typeof checkEventKinds)[number];
