import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** After this many failed reads what is shown may be outdated. */
const maxMissed = 3;

/**
 * Reads the page anew from time to time: who looks at it has no session, and so no socket. Says whether the portal has
 * not answered for several reads. A failure leaves the page as it was.
 */
export function useRereading(everyMs: number): boolean {
  const revalidator = useRevalidator();
  const latest = useRef(revalidator);
  latest.current = revalidator;
  const missed = useRef(0);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const reread = async () => {
      const isThere = await fetch("/api/health", { cache: "no-store" }).then(
        ({ ok }) => ok,
        () => false,
      );
      missed.current = isThere ? 0 : missed.current + 1;
      setStale(missed.current >= maxMissed);
      // Revalidating while the portal is away would put an error page in the place of what was known last.
      if (isThere && latest.current.state === "idle") latest.current.revalidate();
    };
    const timer = setInterval(() => void reread(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return isStale;
}
