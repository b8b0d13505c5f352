import type { RecordType } from "../records/record-types.ts";
import { addDays } from "../time/today.ts";
import { dateState, daysBetween, deadlineRule, ruleKinds } from "./deadlines.ts";
import { type DeadlineRule, meets } from "./rule.ts";

type Values = Readonly<Record<string, unknown>>;

/** What is not as it should be about a value: it needs a look, or it is too late. */
export interface Deviation {
  tone: "warn" | "bad";
  /** Said beside the value where there is room: „seit 12 Tagen abgelaufen“; absent where the value says it itself. */
  text?: string;
}

/** Dates that are watched without being deadlines of their own. */
const watched: readonly DeadlineRule[] = [
  { type: "customer", field: "nextDeadlineAt", label: "Nächste Frist", leadDays: 14, over: "überschritten" },
  {
    type: "customer",
    field: "retentionUntil",
    label: "Aufbewahrung",
    leadDays: 30,
    over: "abgelaufen",
    only: [{ field: "status", in: ["former"] }],
  },
];

const dateRules = new Map(
  [...ruleKinds.map(deadlineRule), ...watched].map((rule) => [`${rule.type}.${rule.field}`, rule]),
);

/** Values whose deviation is that of a date beside them. */
const follows: Partial<Record<RecordType, Record<string, string>>> = {
  domain: { daysLeft: "renewsAt", renewDecision: "cancelBy" },
};

/** The field that says what there is to say about another one; the field itself where that is its own. */
export const saidBy = (type: RecordType, name: string): string => follows[type]?.[name] ?? name;

/** Options that ask for something by themselves. */
const options: Partial<Record<RecordType, Record<string, Record<string, Deviation["tone"]>>>> = {
  customer: { avvStatus: { missing: "warn", outdated: "warn" } },
  domain: { nis2Status: { requested: "warn", overdue: "bad", quarantine: "bad" } },
  device: { status: { repair: "warn", missing: "bad" }, condition: { defective: "warn" } },
};

/** Whether a value says nothing: a domain without a date has nothing to be decided. */
export const saysNothing = (type: RecordType, name: string, values: Values): boolean =>
  type === "domain" && name === "renewDecision" && values.renewDecision === "open" && values.renewsAt === null;

/** Customers with whom nothing is agreed need no agreement about their data. */
const hasNoData = ["prospect", "former"];

/** What is not as it should be about a field of a record on a day; undefined where all is well. */
export function deviationOf(type: RecordType, name: string, values: Values, today: string): Deviation | undefined {
  const tone = options[type]?.[name]?.[String(values[name])];
  if (tone) return name === "avvStatus" && hasNoData.includes(String(values.status)) ? undefined : { tone };
  const dated = follows[type]?.[name];
  if (dated && name === "renewDecision" && values[name] !== "open") return undefined;
  return dateDeviation(dateRules.get(`${type}.${dated ?? name}`), values, today);
}

function dateDeviation(rule: DeadlineRule | undefined, values: Values, today: string): Deviation | undefined {
  const date = rule && values[rule.field];
  if (!rule || typeof date !== "string" || !meets(rule.only, values)) return undefined;
  const state = dateState(rule, date, today);
  const days = daysBetween(today, date);
  if (state === "over") {
    const until = endOfChance(rule, date, values);
    if ((until && until < today) || !meets(rule.onlyWhenOver, values)) return undefined;
    const since = days === -1 ? "1 Tag" : `${-days} Tagen`;
    return { tone: "bad", text: rule.over.includes(" ") ? rule.over : `seit ${since} ${rule.over}` };
  }
  if (state === "later" || rule.isQuiet?.(values)) return undefined;
  return { tone: "warn", text: days === 0 ? "heute" : days === 1 ? "morgen" : `noch ${days} Tage` };
}

/** Until when it matters that a chance was missed: the end of the term that could have been left. */
function endOfChance({ overUntil }: DeadlineRule, date: string, values: Values): string | undefined {
  if (!overUntil) return undefined;
  const entered = values[overUntil];
  if (typeof entered === "string") return entered;
  return typeof values.noticeDays === "number" ? addDays(date, values.noticeDays) : undefined;
}

/** The fields that decide how some fields of a type stand, so that whoever shows those reads these, too. */
export function decidingFields(type: RecordType, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const own = name === "avvStatus" ? ["status"] : [];
    const rule = dateRules.get(`${type}.${follows[type]?.[name] ?? name}`);
    if (!rule) return own;
    const { field, only = [], onlyWhenOver = [], overUntil, cancelField, beside = [] } = rule;
    const conditions = [...only, ...onlyWhenOver].map((condition) => condition.field);
    const dates = [...(overUntil ? [overUntil, "noticeDays"] : []), ...(cancelField ? [cancelField] : [])];
    return [...own, field, ...conditions, ...beside, ...dates];
  });
}
