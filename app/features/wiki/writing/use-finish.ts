import { useEffect, useRef, useState } from "react";
import type { SessionStatus } from "../session/session-status.ts";

/** Leaves once everything is stored; offline at once, because what is written stays on the device. */
export function useFinish({ state }: SessionStatus, leave: () => Promise<void>) {
  const [isFinishing, setFinishing] = useState(false);
  const latest = useRef(leave);
  latest.current = leave;
  const mayLeave = state !== "saving" && state !== "connecting";
  useEffect(() => {
    if (!isFinishing || !mayLeave) return;
    void latest.current().finally(() => setFinishing(false));
  }, [isFinishing, mayLeave]);
  return { finish: () => setFinishing(true), isFinishing };
}
