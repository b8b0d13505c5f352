import { useEffect, useState } from "react";
import type { SessionStatus } from "../session/session-status.ts";

const calmMs = 400;

/** A status for the eyes: trouble shows at once, that all is well only when it stays so between two keystrokes. */
export function useCalmStatus(status: SessionStatus): SessionStatus {
  const [shown, setShown] = useState(status);
  const isCalming = status.state === "saved" || (status.state === "offline" && !status.isKeeping);
  useEffect(() => {
    if (!isCalming) return setShown(status);
    const timer = setTimeout(() => setShown(status), calmMs);
    return () => clearTimeout(timer);
  }, [isCalming, status]);
  return isCalming ? shown : status;
}
