import type { Delivery } from "../deliveries/deliveries.ts";
import { keysOf } from "../narrowing.ts";
import type { AnnouncedCategory, AnnouncementSeverity } from "./announcements.ts";
import { channelServices } from "./services.ts";

export type ChannelServiceName = keyof typeof channelServices;
export const channelServiceNames = keysOf(channelServices);

/** When a rule holds: by working days and hours of the portal's clocks. */
export const ruleTimes = { always: "Jederzeit", within: "In der Arbeitszeit", outside: "Außerhalb der Arbeitszeit" };
export type RuleTimes = keyof typeof ruleTimes;
export const ruleTimeNames = keysOf(ruleTimes);

/** When a channel is left alone; what comes meanwhile arrives afterwards, of each topic the last message. */
export interface ChannelQuiet {
  isOn: boolean;
  /** `HH:MM`. */
  from: string;
  to: string;
  /** Days on which the agency does not work, as a whole. */
  weekend: boolean;
  criticalAnyway: boolean;
}

export const usualQuiet: ChannelQuiet = {
  isOn: false,
  from: "19:00",
  to: "07:00",
  weekend: true,
  criticalAnyway: true,
};

export interface Channel {
  id: string;
  service: ChannelServiceName;
  name: string;
  values: Record<string, string>;
  /** Which secrets are set; what they are is never read back. */
  secrets: string[];
  target: string;
  /** Whose own it is; null for rooms of the team. */
  user: { id: string; name: string } | null;
  quiet: ChannelQuiet;
  isEnabled: boolean;
  version: number;
  last: { at: Date; state: Delivery["state"]; status: number | null } | null;
}

export interface ChannelRule {
  id: string;
  /** Empty for all. */
  categories: AnnouncedCategory[];
  minSeverity: AnnouncementSeverity;
  /** Empty for all. */
  customers: { id: string; name: string }[];
  times: RuleTimes;
  from: string;
  to: string;
  channel: { id: string; name: string } | null;
  user: { id: string; name: string } | null;
  isEnabled: boolean;
  version: number;
}

export interface ChannelDelivery extends Delivery {
  channelId: string | null;
  /** Null for what only its person may read. */
  title: string | null;
  text: string;
  /** To whom it went, where it was for one person. */
  person: string | null;
}

/** What came of a test: the server's own answer. */
export interface ChannelTest {
  isDelivered: boolean;
  status: number | null;
  durationMs: number;
  error: string | null;
  answer: string | null;
}
