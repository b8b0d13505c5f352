import { isKeyOf, isOneOf } from "../../../contract/narrowing.ts";
import { type PageType, pageTypes } from "../../../contract/records/record-types.ts";
import { taskGroups, taskScopes, taskViews } from "../../../contract/tasks/tasks.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";

/** Until when something is due that is looked for. */
export const dueSpans = {
  overdue: "Überfällig",
  today: "Bis heute",
  week: "In 7 Tagen",
  month: "In 30 Tagen",
  undated: "Ohne Datum",
} as const;

export interface TaskFilters {
  due: keyof typeof dueSpans | undefined;
  /** `me`, `nobody`, a role, the id of a person, or `person` before one is chosen. */
  who: string | undefined;
  type: PageType | undefined;
  /** The id of a record of that type. */
  about: string | undefined;
}

/** What the address of the list of tasks filters by; what it cannot mean is as if it were not there. */
export function readTaskFilters(params: URLSearchParams): TaskFilters {
  const [due, who, type, about] = ["due", "who", "type", "about"].map((name) => params.get(name) ?? "");
  const idOf = (text = "") => (/^[\w-]{1,64}$/.test(text) ? text : undefined);
  return {
    due: isKeyOf(dueSpans, due) ? due : undefined,
    who: idOf(who),
    type: pageTypes.find((one) => one === type),
    about: idOf(about),
  };
}

/** What the list of tasks is asked for, by its address. */
export function readTaskList(params: URLSearchParams, now = portalNow()) {
  const [scope, view, page] = [params.get("scope") ?? "", params.get("view") ?? "", Number(params.get("page"))];
  const filters = readTaskFilters(params);
  return {
    scope: isKeyOf(taskScopes, scope) ? scope : ("mine" as const),
    view: isKeyOf(taskViews, view) ? view : ("open" as const),
    search: (params.get("q") ?? "").slice(0, 200),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: 50,
    ...dueOf(filters, portalDate(now)),
    ...assignedTo(filters),
    ...(filters.type && { targetType: filters.type, ...(filters.about && { targetId: filters.about }) }),
  };
}

function dueOf({ due }: TaskFilters, today: string) {
  if (due === undefined) return {};
  if (due === "undated") return { isUndated: true };
  return { dueBy: addDays(today, { overdue: -1, today: 0, week: 7, month: 30 }[due]) };
}

function assignedTo({ who }: TaskFilters) {
  if (who === undefined || who === "person") return {};
  if (who === "nobody") return { isUnassigned: true };
  return isOneOf(taskGroups, who) ? { assigneeGroup: who } : { assigneeUserId: who };
}
