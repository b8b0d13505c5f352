import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import type { SessionStatus } from "../session/session-status.ts";

const delayMs = 400;

/** A status for the eyes: trouble shows at once, that all is well only when it stays so between two keystrokes. */
export function useDebouncedStatus(status: SessionStatus): SessionStatus {
  const isGoodNews = status.state === "saved" || (status.state === "offline" && !status.isKeeping);
  return useDebouncedValue(status, isGoodNews ? delayMs : 0);
}
