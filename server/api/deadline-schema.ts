import { deadlineActions } from "../../contract/deadlines/deadline-rows.ts";
import { deadlineKinds } from "../../contract/deadlines/deadlines.ts";
import { dateSources, deadlineStates } from "../../contract/deadlines/rule.ts";
import { type JsonSchema, pageOf } from "./field-schema.ts";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const day = { type: "string", format: "date" };
const dayOrNull = { type: ["string", "null"], format: "date" };
const time = { type: "string", format: "date-time" };
const ref = { type: ["object", "null"], properties: { id: text, label: text } };

/** Who takes care of something: `Claim` of the contract. */
export const claimSchema = {
  type: "object",
  properties: {
    user: { type: "object", properties: { id: text, name: text, image: textOrNull } },
    since: time,
    endsAt: time,
    isAsked: { type: "boolean", description: "Wurde gefragt, ob sie noch dran ist." },
  },
};

/** `DeadlineRow` of the contract. */
const deadline = {
  type: "object",
  properties: {
    id: text,
    kind: { enum: deadlineKinds },
    label: text,
    target: { type: ["object", "null"], properties: { type: text, id: text, label: text } },
    number: textOrNull,
    holder: textOrNull,
    href: text,
    customer: ref,
    dueOn: day,
    days: { type: "integer" },
    cancelBy: dayOrNull,
    cancelByWorkday: {
      ...dayOrNull,
      description: "Der letzte Arbeitstag davor, wenn der letzte Tag zum Kündigen keiner ist.",
    },
    amountCents: { type: ["integer", "null"], description: "Nur für den, der Preise sehen darf." },
    direction: { enum: ["cost", "revenue", null] },
    source: { enum: dateSources },
    certainty: { enum: ["certain", "estimated"] },
    isQuiet: { type: "boolean" },
    state: { enum: deadlineStates },
    closed: {
      type: ["object", "null"],
      properties: { at: { type: "string", format: "date-time" }, by: ref, reason: textOrNull },
    },
    responsible: ref,
    note: textOrNull,
    leadDays: { type: ["array", "null"], items: { type: "integer" } },
    snoozedUntil: dayOrNull,
    claim: { ...claimSchema, type: ["object", "null"] },
    decision: textOrNull,
    version: { type: "integer" },
    targetVersion: { type: ["integer", "null"] },
    actions: { type: "array", items: { enum: deadlineActions } },
  },
};

const written = { type: "object", properties: { id: text } };

/** What the API answers by procedure. */
export const deadlineAnswers: Readonly<Record<string, JsonSchema>> = {
  "deadline.list": pageOf(deadline),
  ...Object.fromEntries(
    ["get", "create", "update", "snooze", "assign", "complete", "reopen", "decide"].map((act) => [
      `deadline.${act}`,
      deadline,
    ]),
  ),
  "deadline.claim": claimSchema,
  "deadline.release": { type: "object", properties: { type: { const: "deadline" }, id: text } },
  "deadline.delete": written,
};
