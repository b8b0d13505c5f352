import { useEffect, useState } from "react";
import { formatMoment } from "../../lib/format.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";

const refreshMs = 15_000;

/** The time at the head of the dashboard; begins with the server's, so that both render the same. */
export function ThisMoment({ startsAt }: { startsAt: Date }) {
  const [now, setNow] = useState(startsAt);
  useEffect(() => {
    setNow(portalNow());
    const timer = setInterval(() => setNow(portalNow()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={now.toISOString()} className="text-ui text-text-3">
      {formatMoment(now)}
    </time>
  );
}
