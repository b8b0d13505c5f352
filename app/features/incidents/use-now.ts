import { useEffect, useState } from "react";
import { portalNow } from "../../lib/time/portal-clock.ts";

/** The time, moving on with every so many milliseconds; undefined until the page's scripts run, so that both renders agree. */
export function useNow(everyMs: number): Date | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(portalNow());
    const timer = setInterval(() => setNow(portalNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
