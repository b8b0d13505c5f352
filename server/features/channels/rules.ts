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
  announcement: Pick<Announcement, "category" | "severity" | "customerIds" | "share">,
  at: Date,
): boolean {
  const { category, severity } = announcement;
  const categories: string[] = JSON.parse(rule.categoriesJson);
  return (
    (categories.length === 0 || categories.includes(category)) &&
    announcementSeverities.indexOf(severity) >= announcementSeverities.indexOf(rule.minSeverity) &&
    isAbout(JSON.parse(rule.customersJson), announcement) &&
    isTimeFor(rule, at)
  );
}

function isAbout(customers: string[], { customerIds, share }: Pick<Announcement, "customerIds" | "share">): boolean {
  if (customers.length === 0) return share !== "part";
  return share !== "whole" && customers.some((id) => customerIds.includes(id));
}

function isTimeFor({ times, fromTime, toTime }: Rule, at: Date): boolean {
  if (times === "always") return true;
  const { day, time } = portalTime(at);
  const isWorkTime = isWorkday(day) && fromTime <= time && time < toTime;
  return isWorkTime === (times === "within");
}
