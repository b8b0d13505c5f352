import type { Need } from "../../../contract/dashboard/needs.ts";
import { undatedDays } from "../../../contract/dashboard/rank.ts";
import { daysBetween } from "../../../contract/deadlines/deadlines.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import { addDays } from "../../../contract/time/today.ts";
import type { NeedSource } from "../needs/sources.ts";
import { listTasksAhead, summariseTasks } from "./queries.ts";

/** Open tasks, with and without a day; one that is put off comes back on its day. */
export const taskNeeds: NeedSource = {
  name: "task",
  async open(ctx, { today, soonTo, to }) {
    const summary = (scope: "mine" | "team" | "all") => summariseTasks(ctx, { scope, today, soonTo, to });
    const [mine, team, all] = await Promise.all([summary("mine"), summary("team"), summary("all")]);
    return {
      summary: { mine, team, all },
      async read(scope, limit) {
        const undatedAs = addDays(today, undatedDays);
        const tasks = await listTasksAhead(ctx, { scope, today, soonTo, to, limit, undatedAs });
        return tasks.map((task) => toNeed(task, today));
      },
    };
  },
};

function toNeed(task: TaskRow, today: string): Need {
  const { id, title, dueOn, target, assignee, claim, can, checklist } = task;
  const href = `/tasks?task=${id}`;
  const left = checklist.filter(({ isDone }) => !isDone).length;
  const about = target && [target.type === "message" ? "Chat" : declarationOf(target.type).labels.one, target.title];
  const note = [
    "Aufgabe",
    about?.filter(Boolean).join(" "),
    left > 0 && `${left} von ${checklist.length} Punkten offen`,
  ];
  return {
    ...{ source: "task", id, kind: "task", title, note: note.filter(Boolean).join(" · "), href, dueOn },
    ...{ days: dueOn === null ? null : daysBetween(today, dueOn), sla: "none" },
    responsible: assignee && { id: assignee.id, label: assignee.name },
    ...{ claim, claimable: { type: "task", id } },
    ...(can.write ? { act: "complete" } : { act: "open", actHref: href }),
    task,
  };
}
