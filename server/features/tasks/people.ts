import { escapeHtml } from "../../../contract/document/html.ts";
import { hasAbility, roleLabels } from "../../../contract/roles.ts";
import type { TaskGroup, TaskTarget } from "../../../contract/tasks/tasks.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField } from "../../problem.ts";
import { mayRead } from "./access.ts";

export interface Assignment {
  assigneeUserId: string | null;
  assigneeGroup: TaskGroup | null;
}

/** Refuses to give a task to somebody who is not here, may not do it, or may not read what it is about. */
export async function refuseAssignment(
  tx: Tx,
  { assigneeUserId, assigneeGroup }: Assignment,
  target: TaskTarget | null,
): Promise<void> {
  const refuse = (message: string) => invalidField("assigneeUserId", `Zuständig: ${message}`);
  if (assigneeUserId && assigneeGroup) throw refuse("Bitte eine Person oder eine Gruppe wählen, nicht beides.");
  if (!assigneeUserId) return;
  const person = await tx.db
    .selectFrom("users")
    .select(["id", "name", "role", "joinedAt", "deactivatedAt"])
    .where("id", "=", assigneeUserId)
    .executeTakeFirst();
  if (!person) throw refuse("Diese Person gibt es nicht.");
  if (person.deactivatedAt) throw refuse(`Das Konto von ${person.name} ist gesperrt.`);
  if (!person.joinedAt) throw refuse(`${person.name} hat die Einladung noch nicht angenommen.`);
  if (!hasAbility(person.role, "writeTasks"))
    throw refuse(`${person.name} hat die Rolle „${roleLabels[person.role]}“ und kann nichts erledigen.`);
  if (!(await mayRead(tx.db, target, person))) throw refuse(`${person.name} darf nicht sehen, worum es geht.`);
}

interface Assigned extends Assignment {
  id: string;
  title: string;
  dueOn: string | null;
  target: TaskTarget | null;
}

/** Tells whoever a task was given to, as far as they may read it; nobody of their own deeds. */
export async function tellAssigned(tx: Tx, byName: string, task: Assigned): Promise<void> {
  const { assigneeUserId, assigneeGroup, target } = task;
  if (!assigneeUserId && !assigneeGroup) return;
  let people = activeUsers(tx.db).select(["id", "role"]).where("joinedAt", "is not", null);
  people = assigneeUserId ? people.where("id", "=", assigneeUserId) : people.where("role", "=", assigneeGroup);
  const due = task.dueOn ? `, fällig am ${formatCalendarDate(task.dueOn)}` : "";
  const whom = assigneeGroup ? "euch" : "dir";
  for (const person of await people.execute()) {
    if (!(await mayRead(tx.db, target, person))) continue;
    await notify(tx, {
      forUserId: person.id,
      title: `Neue Aufgabe: ${task.title}`,
      message: `<b>${escapeHtml(byName)}</b> hat ${whom} eine Aufgabe gegeben${due}.`,
      category: "task",
      link: `/tasks?task=${task.id}`,
      groupKey: `task:${task.id}`,
      asksForAction: true,
    });
  }
}
