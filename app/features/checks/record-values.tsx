import { type ReactNode, useEffect, useRef } from "react";
import { hostLifecycles, websiteLifecycles } from "../../../contract/checks/lifecycles.ts";
import { type CheckStatus, checkStatuses } from "../../../contract/checks/status.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { formatDate, formatDateTime, formatMs, formatPercent } from "../../lib/format.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import type { OwnValueProps } from "../../records/record-ui.tsx";
import { cx } from "../../ui/cx.ts";
import { Status } from "../../ui/status/status.tsx";
import { shortDuration, sinceText } from "./since-labels.ts";

const nothing = <span className="text-text-3">–</span>;

/** How a record is doing by its checks; undefined for what has no such field. */
export function statusOf({ values }: Pick<RecordRow, "values">): CheckStatus | undefined {
  const status = values.status ?? values.state;
  return typeof status === "string" && isKeyOf(checkStatuses, status) ? status : undefined;
}

function sinceOf({ values }: RecordRow): Date | undefined {
  const since = values.statusSince ?? values.stateSince;
  return typeof since === "string" ? new Date(since) : undefined;
}

/** What is not live is not watched: the phase says more of it than „Unbekannt“. */
function phaseInstead({ type, values: { lifecycle } }: RecordRow): string | undefined {
  if (typeof lifecycle !== "string" || ["live", "active", "replacing"].includes(lifecycle)) return undefined;
  const labels: Record<string, string> = type === "host" ? hostLifecycles : websiteLifecycles;
  return labels[lifecycle];
}

/** The state of a record, and since when or for how long it is in it where that is not as it should be. */
export function StatusValue({ record, variant }: OwnValueProps) {
  const status = statusOf(record);
  const element = useFlash(status);
  if (!status) return nothing;
  const phase = status === "unknown" ? phaseInstead(record) : undefined;
  if (phase) return <span className="text-text-3">{phase}</span>;
  const since = sinceOf(record);
  const isCalm = status === "online" || status === "unknown";
  return (
    <span
      ref={element}
      className="inline-flex min-w-0 max-w-full items-baseline gap-2"
      title={since ? `${checkStatuses[status]} seit ${formatDateTime(since)} Uhr` : undefined}
    >
      <Status state={status} className="flex-none" />
      {since && (variant === "page" || !isCalm) && (
        <span className="num min-w-0 truncate text-meta text-text-3">
          {variant === "page" ? sinceText(since, portalNow()) : shortDuration(portalNow().getTime() - since.getTime())}
        </span>
      )}
    </span>
  );
}

const grounds: Record<CheckStatus, string> = {
  offline: "--bad-soft",
  degraded: "--warn-soft",
  maintenance: "--mnt-soft",
  online: "--ok-soft",
  unknown: "--unk-soft",
  paused: "--unk-soft",
};

/** A status that changes before one's eyes lights up the ground of its row, once. */
function useFlash(status: CheckStatus | undefined) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    const before = shown.current;
    shown.current = status;
    if (!status || !before || before === status || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const row = element.current?.closest("tr, li, header");
    row?.animate?.([{ backgroundColor: `var(${grounds[status]})` }, {}], { duration: 1200, easing: "ease-out" });
  }, [status]);
  return element;
}

/** The last answer of a website; amber where that is why it is not well. */
export function ResponseValue({ record: { values } }: OwnValueProps) {
  const { responseTimeMs, status } = values;
  if (typeof responseTimeMs !== "number" || status === "offline") return nothing;
  return (
    <span className={cx("num", status === "degraded" && responseTimeMs >= 1000 && "font-550 text-warn-text")}>
      {formatMs(responseTimeMs)}
    </span>
  );
}

/** „99,21 %“ of hundredths of a percent; undefined where nothing is known. */
export function uptimeText({ values: { uptime30d } }: Pick<RecordRow, "values">): string | undefined {
  return typeof uptime30d === "number" ? formatPercent(uptime30d / 10_000) : undefined;
}

/** Days say little: 20 of 90 are many, 20 of 398 are few. */
const levelTones: Readonly<Record<string, string>> = {
  warning: "text-warn-text font-550",
  critical: "text-bad-text font-550",
  expired: "text-bad-text font-550",
};

/** How many days are left to a certificate, in the tone of what that is of its lifetime. */
export function CertificateValue({ record: { values }, variant }: OwnValueProps) {
  const { certificateExpiresAt, certificateLevel } = values;
  if (typeof certificateExpiresAt !== "string") return nothing;
  const expires = new Date(certificateExpiresAt);
  const days = Math.floor((expires.getTime() - portalNow().getTime()) / dayMs);
  const left = variant === "cell" ? `${days} T` : days === 1 ? "noch 1 Tag" : `noch ${days} Tage`;
  const tone = days < 0 ? levelTones.expired : typeof certificateLevel === "string" ? levelTones[certificateLevel] : "";
  return (
    <Figure tone={tone} title={`Bis ${formatDate(expires)}`}>
      {days < 0 ? "abgelaufen" : left}
      {variant === "page" && <span className="font-normal text-text-3"> bis {formatDate(expires)}</span>}
    </Figure>
  );
}

function Figure({ tone, title, children }: { tone: string | undefined; title: string; children: ReactNode }) {
  return (
    <span title={title} className={cx("num", tone)}>
      {children}
    </span>
  );
}
