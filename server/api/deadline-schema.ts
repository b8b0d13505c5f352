import { deadlineActions } from "../../contract/deadlines/deadline-rows.ts";
import { deadlineKinds } from "../../contract/deadlines/deadlines.ts";
import { dateSources, deadlineStates } from "../../contract/deadlines/rule.ts";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const day = { type: "string", format: "date" };
const dayOrNull = { type: ["string", "null"], format: "date" };
const ref = { type: ["object", "null"], properties: { id: text, label: text } };

/** What the API answers for a deadline: `DeadlineRow` of the contract. */
export const deadlineSchema = {
  type: "object",
  properties: {
    ...{ id: text, kind: { enum: deadlineKinds }, label: text },
    target: { type: ["object", "null"], properties: { type: text, id: text, label: text } },
    ...{ number: textOrNull, holder: textOrNull, href: text, customer: ref },
    ...{ dueOn: day, days: { type: "integer" }, cancelBy: dayOrNull },
    amountCents: { type: ["integer", "null"], description: "Nur für den, der Preise sehen darf." },
    direction: { enum: ["cost", "revenue", null] },
    ...{ source: { enum: dateSources }, certainty: { enum: ["certain", "estimated"] } },
    ...{ isQuiet: { type: "boolean" }, state: { enum: deadlineStates } },
    closed: {
      type: ["object", "null"],
      properties: { at: { type: "string", format: "date-time" }, by: ref, reason: textOrNull },
    },
    ...{ responsible: ref, note: textOrNull },
    leadDays: { type: ["array", "null"], items: { type: "integer" } },
    snoozedUntil: dayOrNull,
    claim: { type: ["object", "null"] },
    ...{ decision: textOrNull, version: { type: "integer" }, targetVersion: { type: ["integer", "null"] } },
    actions: { type: "array", items: { enum: deadlineActions } },
  },
};
