import { Link } from "@remix-run/react";
import { shortDuration } from "../../../contract/incidents/duration.ts";
import type { IncidentBanner } from "../../../contract/incidents/incident-page.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { formatNumber } from "../../lib/format.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Edge, type EdgeState } from "../../ui/status/edge.tsx";
import { sinceText } from "../checks/since-labels.ts";
import { ClaimButton } from "../claims/claim-button.tsx";
import { useNow } from "./use-now.ts";

const maxShown = 3;

/** What is broken now, one bar each: what, whom it hits, since when, and who takes care of it. */
export function IncidentBars({ incidents, isWide }: { incidents: readonly IncidentBanner[]; isWide: boolean }) {
  const shown = incidents.slice(0, maxShown);
  const more = incidents.length - shown.length;
  return (
    <section aria-label="Störungen" className="mb-5 grid gap-2 group-has-[>[data-whole-window]]/sheet:m-3">
      {shown.map((incident) => (
        <Bar key={incident.id} incident={incident} isWide={isWide} />
      ))}
      {more > 0 && (
        <Link
          to="/incidents?view=open"
          className="justify-self-start text-ui text-text-2 underline underline-offset-2 max-md:py-3"
        >
          {more === 1 ? "1 weitere Störung" : `${formatNumber(more)} weitere Störungen`}
        </Link>
      )}
    </section>
  );
}

function Bar({ incident, isWide }: { incident: IncidentBanner; isWide: boolean }) {
  const { id, number, title, severity, startedAt, claim } = incident;
  const now = useNow(20_000);
  const isHint = severity === "info";
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-6 gap-y-2 rounded-10 py-2.5 pl-3 pr-3 md:pr-4",
        isHint ? "bg-warn-soft" : "bg-bad-soft",
        isWide && "md:py-3.5",
      )}
    >
      <span className="grid min-w-0 flex-1 basis-[260px] grid-cols-[18px_minmax(0,1fr)] items-center gap-x-2">
        <Mark isHint={isHint} />
        <Link
          to={`/incidents/${id}`}
          className="text-row font-semibold [overflow-wrap:anywhere] hover:underline max-md:-my-1.5 max-md:py-3"
        >
          Störung #{number}: {title}
        </Link>
        <span className="col-start-2 text-ui text-text-2">
          {[hitText(incident), sinceText(startedAt, portalNow())].filter(Boolean).join(" · ")}
          {now && ` (${shortDuration(now.getTime() - startedAt.getTime())})`}
        </span>
      </span>
      {isWide && now && (
        <span className="w-[238px] max-lg:hidden">
          <Edge size="incident" segments={segmentsOf(startedAt, now)} label={edgeText(startedAt, now)} />
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2">
        <Link to={`/incidents/${id}`} className={buttonClass({ variant: "on-tint", size: "sm" })}>
          Details
        </Link>
        <ClaimButton subject={{ type: "incident", id }} title={title} claim={claim} variant="ink" />
      </span>
    </div>
  );
}

const Mark = ({ isHint }: { isHint: boolean }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true" className={cx("h-2.5 w-2.5", isHint ? "text-warn" : "text-bad")}>
    {isHint ? (
      <path d="M5 .6 9.6 9H.4z" fill="currentColor" />
    ) : (
      <rect x=".75" y=".75" width="8.5" height="8.5" rx="1.5" fill="currentColor" />
    )}
  </svg>
);

function hitText({ affected, customers, root }: IncidentBanner): string {
  const parts = [
    affected > 0 && (affected === 1 ? "1 Website" : `${formatNumber(affected)} Websites`),
    customers > 0 && (customers === 1 ? "1 Kunde" : `${formatNumber(customers)} Kunden`),
  ].filter(Boolean);
  if (parts.length > 0) return `${parts.join(", ")} betroffen`;
  return root ? root.label : "Von Hand gemeldet oder ohne einzelnes Ziel";
}

const minutes = 60;

/** The last hour, a segment for each minute. */
function segmentsOf(startedAt: Date, now: Date): EdgeState[] {
  const down = Math.min(minutes, Math.max(1, Math.ceil((now.getTime() - startedAt.getTime()) / minuteMs)));
  return Array.from({ length: minutes }, (_, index) => (index >= minutes - down ? "offline" : "online"));
}

const edgeText = (startedAt: Date, now: Date) =>
  `Letzte 60 Minuten: gestört seit ${shortDuration(now.getTime() - startedAt.getTime())}`;
