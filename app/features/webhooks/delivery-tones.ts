import type { DeliveryState } from "../../../contract/webhooks/webhooks.ts";

export const stateTones: Record<DeliveryState, "neutral" | "ok" | "bad"> = {
  queued: "neutral",
  delivered: "ok",
  failed: "bad",
};
