import { useEffect, useRef, useState } from "react";

const frameMs = 40;

type CountdownOptions = {
  /** `false` never ends. */
  lifeMs: number | false;
  /** A new value begins anew. */
  restartOn: unknown;
  isPaused: boolean;
  onEnd: () => void;
};

/** The share of its life that is left, from 1 to 0; undefined for what never ends. Time stands still while paused. */
export function useCountdown({ lifeMs, restartOn, isPaused, onEnd }: CountdownOptions): number | undefined {
  const latest = useRef(onEnd);
  const left = useRef<{ of: unknown; ms: number }>({ of: undefined, ms: 0 });
  const [remaining, setRemaining] = useState(1);
  useEffect(() => {
    latest.current = onEnd;
  });

  useEffect(() => {
    if (lifeMs === false) return;
    if (left.current.of !== restartOn) {
      left.current = { of: restartOn, ms: lifeMs };
      setRemaining(1);
    }
    if (isPaused) return;
    const before = left.current.ms;
    const startedAt = Date.now();
    const timer = setInterval(() => {
      left.current.ms = before - (Date.now() - startedAt);
      setRemaining(Math.max(0, left.current.ms / lifeMs));
      if (left.current.ms > 0) return;
      clearInterval(timer);
      latest.current();
    }, frameMs);
    return () => clearInterval(timer);
  }, [lifeMs, restartOn, isPaused]);

  return lifeMs === false ? undefined : remaining;
}
