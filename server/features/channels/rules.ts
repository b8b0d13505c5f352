import type { Selectable } from "kysely";
import { type Announcement, announcementSeverities } from "../../../contract/channels/announcements.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { isWorkday } from "../../../contract/time/work-calendar.ts";
import type { ChannelRuleTable } from "../../db/tables/deliveries.ts";

type Rule = Pick<
  Selectable<ChannelRuleTable>,
  "categoriesJson" | "minSeverity" | "customersJson" | "times" | "fromTime" | "toTime"
>;

/** Whether a rule lets an announcement through at a moment. */
export function ruleHolds(
  rule: Rule,
  { category, severity, customerIds }: Pick<Announcement, "category" | "severity" | "customerIds">,
  at: Date,
): boolean {
  const categories: string[] = JSON.parse(rule.categoriesJson);
  const customers: string[] = JSON.parse(rule.customersJson);
  return (
    (categories.length === 0 || categories.includes(category)) &&
    announcementSeverities.indexOf(severity) >= announcementSeverities.indexOf(rule.minSeverity) &&
    (customers.length === 0 || customers.some((id) => customerIds.includes(id))) &&
    isTimeFor(rule, at)
  );
}

function isTimeFor({ times, fromTime, toTime }: Rule, at: Date): boolean {
  if (times === "always") return true;
  const { day, time } = portalTime(at);
  const isWorkTime = isWorkday(day) && fromTime <= time && time < toTime;
  return isWorkTime === (times === "within");
}
