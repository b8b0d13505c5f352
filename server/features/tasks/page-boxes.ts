import { sql } from "kysely";
import type { z } from "zod";
import type { DocumentJson, DocumentNode } from "../../../contract/document/json.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { createTask as createInput } from "../../../contract/tasks/tasks-input.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import { pageAccess } from "../wiki/access/page-access.ts";
import type { WrittenPage } from "../wiki/content/on-written.ts";
import type { StoredTask } from "./access.ts";
import { createTask, type WrittenTask } from "./commands.ts";
import { completeTaskIn, reopenTaskIn } from "./completion.ts";

/** The check boxes of a document in the order in which they stand, those within others after them. */
function boxesOf(node: { content?: readonly DocumentNode[] }): DocumentNode[] {
  return (node.content ?? []).flatMap((child) => [...(child.type === "taskItem" ? [child] : []), ...boxesOf(child)]);
}

/** The document with other attributes of some of its check boxes; the same one where nothing is different. */
function withBoxes(document: DocumentJson, change: (box: DocumentNode) => DocumentNode["attrs"]): DocumentJson {
  const visit = (node: DocumentNode): DocumentNode => ({
    ...node,
    ...(node.type === "taskItem" && { attrs: { ...node.attrs, ...change(node) } }),
    ...(node.content && { content: node.content.map(visit) }),
  });
  return { ...document, content: document.content.map(visit) };
}

/** The own words of a box, without those of the points below it and without what is only named, for comparison. */
function textOf(box: DocumentNode): string {
  const own = (node: DocumentNode): string =>
    node.type.endsWith("List") ? "" : (node.text ?? "") + (node.content ?? []).map(own).join("");
  return (box.content ?? []).map(own).join("").replace(/\s+/g, "");
}

/** Makes a task, and has the check box of a page stand for it whose words are given; a page that only may be read stays. */
export async function createTaskOfBox(
  ctx: PersonContext,
  { box, ...input }: z.output<typeof createInput>,
): Promise<WrittenTask> {
  // A call by a token has no session.
  const made = await createTask(ctx, { source: ctx.session ? "manual" : "api", ...input });
  const { targetId: pageId } = input;
  if (!box || !pageId || (await pageAccess(ctx.db, ctx.person, pageId)) !== "edit") return made;
  const linked = new Set((await boxTasks(ctx.db, pageId)).map(({ id }) => id));
  const words = box.text.replace(/\s+/g, "");
  await ctx.pageRooms.edit(pageId, ctx.person.id, (document) => {
    const boxes = boxesOf(document);
    const isFree = (one: DocumentNode | undefined) =>
      one && textOf(one) === words && one.attrs?.checked !== true && !linked.has(String(one.attrs?.task));
    // Where the page has moved on meanwhile, the first that says the same.
    const chosen = isFree(boxes[box.index]) ? boxes[box.index] : boxes.find(isFree);
    if (!chosen || boxes.some(({ attrs }) => attrs?.task === made.id)) return document;
    return withBoxes(document, (one) => (one === chosen ? { task: made.id } : {}));
  });
  return made;
}

const boxTasks = (db: Tx["db"] | PersonContext["db"], pageId: string): Promise<StoredTask[]> =>
  db.selectFrom("tasks").selectAll().where("targetType", "=", "page").where("targetId", "=", pageId).execute();

/**
 * Follows what people tick in a page: the task of a box is done with it, and open again without the tick. A box that is
 * deleted leaves its task alone; one that comes back shows how the task stands.
 */
export async function followBoxes(tx: Tx, { pageId, contentJson, editorIds }: WrittenPage): Promise<void> {
  const tasks = await boxTasks(tx.db, pageId);
  if (tasks.length === 0) return;
  const ticks = new Map<unknown, 0 | 1>();
  // What has been copied within a page stands for nothing of its own.
  for (const { attrs } of boxesOf(parseOwnJson<DocumentJson>(contentJson)).reverse())
    if (attrs?.task) ticks.set(attrs.task, attrs.checked === true ? 1 : 0);
  for (const task of tasks) {
    const ticked = ticks.get(task.id) ?? null;
    if (ticked === task.boxTicked) continue;
    await tx.db.updateTable("tasks").set({ boxTicked: ticked }).where("id", "=", task.id).execute();
    const [editorId] = editorIds;
    if (ticked === null || task.boxTicked === null || editorId === undefined) tx.wake("pageBoxes");
    else if (ticked && task.state === "open") await completeTaskIn(tx, task, editorId);
    else if (!ticked && task.state === "done") await reopenTaskIn(tx, task);
  }
}

/** What was done or opened again may have a box; so may what a page brings back from the trash. */
export async function wakeForBoxes(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const kinds: readonly string[] = ["task.completed", "task.reopened", "page.restored"];
  if (changes.some(({ kind }) => kinds.includes(kind))) tx.wake("pageBoxes");
}

interface Waiting {
  id: string;
  pageId: string;
  isDone: 0 | 1;
  actorId: string;
}

/** Ticks the boxes of tasks that are done, and takes the tick away from those that are open again; how many it was. */
export async function tickBoxes({ db, log, pageRooms }: Pick<Services, "db" | "log" | "pageRooms">): Promise<number> {
  const { rows } = await sql<Waiting>`
    select t.id, t.target_id as page_id, case t.state when 'done' then 1 else 0 end as is_done,
      coalesce((select c.actor_id from changes as c where c.subject_type = 'task' and c.subject_id = t.id
        and c.kind in ('task.completed', 'task.reopened') order by c.at desc, c.id desc limit 1), t.created_by_id) as actor_id
    from tasks as t join pages as p on p.id = t.target_id
    where t.target_type = 'page' and t.box_ticked <> case t.state when 'done' then 1 else 0 end and p.archived_at is null`.execute(
    db,
  );
  for (const { id, pageId, isDone, actorId } of rows) {
    const tick = (document: DocumentJson) =>
      withBoxes(document, ({ attrs }) => (attrs?.task === id ? { checked: isDone === 1 } : {}));
    const noteTick = async (tx: Tx) => {
      await tx.db.updateTable("tasks").set({ boxTicked: isDone }).where("id", "=", id).execute();
    };
    await pageRooms.edit(pageId, actorId, tick, noteTick).catch((err: unknown) => {
      log.error({ err, pageId }, "check box of a task not ticked");
    });
  }
  return rows.length;
}

/** Has the boxes of pages follow their tasks from now on; `stop` waits for what is under way. */
export const startPageBoxes = (services: Services) =>
  startWorker(services, {
    worker: "pageBoxes",
    run: async () => void (await tickBoxes(services)),
    failure: "check boxes of tasks could not be ticked",
  });
