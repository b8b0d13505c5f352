import type { Generated } from "kysely";
import type { DeliveryState } from "../../../contract/webhooks/webhooks.ts";

export interface WebhookTables {
  webhooks: WebhookTable;
  webhookDeliveries: WebhookDeliveryTable;
}

export interface WebhookTable {
  id: string;
  url: string;
  description: Generated<string>;
  eventsJson: string;
  sealedSecret: string;
  /** The secret before the last change, by which receivers may still check until then. */
  formerSecret: string | null;
  formerUntil: string | null;
  enabled: Generated<0 | 1>;
  disabledReason: string | null;
  /** Who made it or last changed where it leads; it is told what they may read. */
  ownerId: string | null;
  createdAt: string;
  version: Generated<number>;
}

export interface WebhookDeliveryTable {
  id: string;
  webhookId: string;
  event: string;
  payload: string;
  state: DeliveryState;
  attempts: Generated<number>;
  /** While it is being sent, when another may take it over. */
  nextAttemptAt: string | null;
  /** The process that sends it. */
  claimedBy: string | null;
  createdAt: string;
  deliveredAt: string | null;
  status: number | null;
  durationMs: number | null;
  error: string | null;
  answer: string | null;
}
