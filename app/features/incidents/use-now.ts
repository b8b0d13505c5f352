import { useEffect, useState } from "react";

/** The time, moving on with every so many milliseconds; undefined until the page's scripts run, so that both renders agree. */
export function useNow(everyMs: number): Date | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
