import type { Need } from "../../../contract/dashboard/needs.ts";
import { type SlaLevel, undatedDays } from "../../../contract/dashboard/rank.ts";
import { daysBetween } from "../../../contract/deadlines/deadlines.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import { slaLevels } from "../../../contract/records/common-fields.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import { addDays } from "../../../contract/time/today.ts";
import type { NeedSource } from "../needs/sources.ts";
import { listTasksAhead, summariseTasks } from "./ahead.ts";

/** Open tasks, with and without a day; one that is put off comes back on its day. */
export const taskNeeds: NeedSource = {
  name: "task",
  async open(ctx, { today, soonTo, to }) {
    const summary = (scope: "mine" | "team" | "all") => summariseTasks(ctx, { scope, today, soonTo, to });
    const [mine, team, all] = await Promise.all([summary("mine"), summary("team"), summary("all")]);
    return {
      summary: { mine, team, all },
      async read(scope, limit) {
        const asked = { scope, today, soonTo, to, limit, undatedAs: addDays(today, undatedDays) };
        const ofLevel = async (level: SlaLevel) =>
          (await listTasksAhead(ctx, { ...asked, level })).map((task) => toNeed(task, level, today));
        return (await Promise.all(keysOf(slaLevels).map(ofLevel))).flat();
      },
    };
  },
};

function toNeed(task: TaskRow, sla: SlaLevel, today: string): Need {
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
    source: "task",
    id,
    kind: "task",
    title,
    note: note.filter(Boolean).join(" · "),
    href,
    dueOn,
    days: dueOn === null ? null : daysBetween(today, dueOn),
    sla,
    responsible: assignee && { id: assignee.id, label: assignee.name },
    claim,
    claimable: { type: "task", id },
    ...(can.write ? { act: "complete" } : { act: "open", actHref: href }),
    task,
  };
}
