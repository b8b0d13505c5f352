import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { isOneOf } from "../../contract/narrowing.ts";
import { taskGroups } from "../../contract/tasks/tasks.ts";
import { createTask as createInput } from "../../contract/tasks/tasks-input.ts";
import { createTask } from "../features/tasks/commands.ts";
import { completeTask } from "../features/tasks/completion.ts";
import { saveTemplate } from "../features/tasks/templates.ts";
import { type Names, readNames } from "./sample-names.ts";
import type { Workplace } from "./workplace.ts";

interface SampleTask {
  title: string;
  by: string;
  ago: number;
  /** A person or a group; nobody in particular where it is absent. */
  for?: string;
  due?: number;
  about?: [kind: string, name: string];
  text?: string;
  repeats?: string;
  items?: [text: string, isDone: boolean][];
  /** By whom and how many days ago. */
  done?: [by: string, ago: number];
}

const template = {
  title: "Website übergeben",
  items: [
    "Zugänge übergeben",
    "Backup einrichten",
    "Überwachung prüfen",
    "Impressum und Datenschutz",
    "Rechnung stellen",
  ],
};

/** What the sample agency has to do and has done, some of it again and again. */
export async function createTasks(workplace: Workplace): Promise<void> {
  const names = await readNames(workplace.services.db);
  await saveTemplate(workplace.contextOf("Jana Petersen", workplace.moment(90)), template);
  const text = await readFile(path.join(import.meta.dirname, "tasks.yaml"), "utf8");
  const tasks: SampleTask[] = parse(text);
  for (const task of tasks) await createOne(workplace, names, task);
}

async function createOne(workplace: Workplace, names: Names, task: SampleTask): Promise<void> {
  const target = task.about && names(...task.about);
  const { id } = await createTask(
    workplace.contextOf(task.by, workplace.moment(task.ago)),
    createInput.parse({
      title: task.title,
      ...(task.text && { text: task.text }),
      ...(task.for && assignmentOf(names, task.for)),
      ...(task.due !== undefined && { dueOn: workplace.day(task.due) }),
      ...(target && { targetType: target.kind, targetId: target.id }),
      ...(task.repeats && { recurrence: task.repeats }),
      ...(task.items && { checklist: task.items.map(([item, isDone]) => ({ text: item, isDone })) }),
    }),
  );
  if (!task.done) return;
  const [by, ago] = task.done;
  await completeTask(workplace.contextOf(by, workplace.moment(ago)), { id });
}

function assignmentOf(names: Names, who: string) {
  return isOneOf(taskGroups, who) ? { assigneeGroup: who } : { assigneeUserId: names("user", who).id };
}
