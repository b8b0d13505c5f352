import type { DeliveryState } from "../../../contract/deliveries/deliveries.ts";

export const stateTones: Record<DeliveryState, "neutral" | "ok" | "bad"> = {
  queued: "neutral",
  delivered: "ok",
  failed: "bad",
};
