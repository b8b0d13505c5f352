import { severityLabels } from "../../../contract/channels/announcements.ts";
import { type ChannelRule, ruleTimes } from "../../../contract/channels/channels.ts";
import { notificationCategoryLabels } from "../../../contract/notifications/notification-categories.ts";

/** „Ab Warnung · Websites & Hoster, Domains · Bäckerei Meier · In der Arbeitszeit (08:00–18:00)“. */
export function ruleSentence({ categories, minSeverity, customers, times, from, to }: ChannelRule): string {
  const about = categories.length
    ? categories.map((each) => notificationCategoryLabels[each]).join(", ")
    : "Alle Themen";
  const whom = customers.length ? customers.map(({ name }) => name).join(", ") : "Alle Kunden";
  const when = times === "always" ? ruleTimes.always : `${ruleTimes[times]} (${from}–${to})`;
  return [severityLabels[minSeverity], about, whom, when].join(" · ");
}
