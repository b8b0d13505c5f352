export type DeliveryState = "queued" | "delivered" | "failed";

export const deliveryStates: Record<DeliveryState, string> = {
  queued: "Wartet",
  delivered: "Zugestellt",
  failed: "Gescheitert",
};

/** What became of something that was to be sent to another program. */
export interface Delivery {
  id: string;
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
  /** Of the last attempt. */
  status: number | null;
  durationMs: number | null;
  /** Why it failed, in words. */
  error: string | null;
  /** The first part of what the receiver answered. */
  answer: string | null;
}
