import { recordVerbs } from "../changes/changes.ts";
import type { Delivery, DeliveryState } from "../deliveries/deliveries.ts";
import { declarations } from "../records/declarations.ts";

/** Everything that happens to records. */
export const anyEvent = "*";

const deadlineVerbs = ["created", "updated", "completed", "reopened", "renewed", "assigned", "deleted"] as const;
const incidentVerbs = ["widened", "claimed", "resolved", "closed"] as const;

/** What a webhook can be told about: all of it, everything of one type, or one thing that happens to it. */
export const webhookEvents: readonly string[] = [
  anyEvent,
  ...Object.keys(declarations).flatMap((type) => [`${type}.*`, ...recordVerbs.map((verb) => `${type}.${verb}`)]),
  ...incidentVerbs.map((verb) => `incident.${verb}`),
  "deadline.*",
  ...deadlineVerbs.map((verb) => `deadline.${verb}`),
];

/** Waits before the second and every further attempt, in seconds. */
export const webhookRetrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400] as const;

export interface Webhook {
  id: string;
  url: string;
  description: string;
  events: string[];
  isEnabled: boolean;
  /** Why the portal has switched it off. */
  disabledReason: string | null;
  createdAt: Date;
  version: number;
  /** How the last delivery ended. */
  last: { at: Date; state: DeliveryState; status: number | null } | null;
}

export interface WebhookDelivery extends Delivery {
  webhookId: string;
  event: string;
  payload: string;
}
