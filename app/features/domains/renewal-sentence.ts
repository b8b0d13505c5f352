import type { domains } from "../../../contract/domains/domains.ts";
import type { ValuesOf } from "../../../contract/records/rows.ts";
import { addDays } from "../../../contract/time/today.ts";
import { countWord } from "../../lib/format.ts";
import { formatDay } from "../../records/values/format-value.ts";

type Domain = Partial<ValuesOf<typeof domains.fields>>;

const noticeableDays = 90;

/** Whether somebody has to decide about a domain within the next 90 days: before it can no longer be cancelled, or renews. */
export function isDecisionDue({ renewDecision, renewsAt, cancelBy }: Domain, today: string): boolean {
  if (renewDecision !== "open" || !renewsAt || renewsAt < today) return false;
  return (cancelBy ?? renewsAt) <= addDays(today, noticeableDays);
}

/** „Verlängert sich am 23.12.2026 um ein Jahr. Kündbar bis Montag, 23.11.2026.“ */
export function renewalSentence({ renewsAt, cancelBy, periodMonths, autoRenew }: Domain, today: string): string {
  const date = formatDay(renewsAt ?? "");
  const renewal =
    autoRenew === false ? `Läuft am ${date} aus.` : `Verlängert sich am ${date}${byPeriod(periodMonths)}.`;
  if (!cancelBy) return renewal;
  const last = `${weekday(cancelBy)}, ${formatDay(cancelBy)}`;
  return cancelBy < today ? `${renewal} Kündbar war sie bis ${last}.` : `${renewal} Kündbar bis ${last}.`;
}

function byPeriod(months: number | null | undefined): string {
  if (!months) return "";
  if (months === 1) return " um einen Monat";
  if (months % 12 !== 0) return ` um ${countWord(months)} Monate`;
  return months === 12 ? " um ein Jahr" : ` um ${countWord(months / 12)} Jahre`;
}

const weekdays = new Intl.DateTimeFormat("de-DE", { weekday: "long", timeZone: "UTC" });

const weekday = (date: string) => weekdays.format(new Date(`${date}T00:00:00Z`));
