import { keysOf } from "../../contract/narrowing.ts";
import { taskGroups, taskSources } from "../../contract/tasks/tasks.ts";
import { claimSchema } from "./deadline-schema.ts";
import { type JsonSchema, pageOf } from "./field-schema.ts";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const dayOrNull = { type: ["string", "null"], format: "date" };
const moment = { type: "string", format: "date-time" };
const boolean = { type: "boolean" };
const object = (properties: JsonSchema) => ({ type: "object", properties });
const objectOrNull = (properties: JsonSchema) => ({ type: ["object", "null"], properties });

/** `TaskRow` of the contract. */
const task = object({
  id: text,
  title: text,
  text: textOrNull,
  target: {
    ...objectOrNull({ type: text, id: text, title: textOrNull, href: textOrNull }),
    description: "Worum es geht; der Titel ist null, wenn es das nicht mehr gibt.",
  },
  assignee: objectOrNull({ id: text, name: text, image: textOrNull }),
  group: { enum: [...taskGroups, null], description: "Alle mit dieser Rolle." },
  dueOn: dayOrNull,
  recurrence: { ...textOrNull, description: "Eine RRULE nach RFC 5545." },
  checklist: { type: "array", items: object({ id: text, text, isDone: boolean }) },
  snoozedUntil: dayOrNull,
  state: { enum: ["open", "done"] },
  done: objectOrNull({ at: moment, by: textOrNull }),
  source: { enum: keysOf(taskSources) },
  claim: { ...claimSchema, type: ["object", "null"] },
  version: { type: "integer" },
  createdAt: moment,
  createdBy: objectOrNull({ id: text, name: text }),
  can: object({ write: boolean, delete: boolean }),
});

const written = object({ id: text, version: { type: "integer" } });

/** What the API answers by procedure. */
export const taskAnswers: Readonly<Record<string, JsonSchema>> = {
  "task.list": pageOf(task),
  "task.get": task,
  "task.create": written,
  "task.update": written,
  "task.delete": object({ id: text }),
  "task.complete": object({
    ...written.properties,
    next: { ...textOrNull, description: "Die Aufgabe, die auf diese folgt, wenn sie sich wiederholt." },
  }),
  "task.reopen": written,
  "task.snooze": written,
  "task.assign": written,
  "task.claim": claimSchema,
  "task.release": object({ type: { const: "task" }, id: text }),
};
