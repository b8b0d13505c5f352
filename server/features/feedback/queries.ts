import type { z } from "zod";
import { cardsPerColumn, roadmapDays } from "../../../contract/feedback/feedback.ts";
import type { FeedbackBoard, FeedbackColumn } from "../../../contract/feedback/feedback-entry.ts";
import type { feedbackBoard } from "../../../contract/feedback/feedback-input.ts";
import { boardStatuses, exitStatuses, type FeedbackStatus } from "../../../contract/feedback/statuses.ts";
import { maxPageSize } from "../../../contract/pagination.ts";
import type { Sort } from "../../../contract/records/declaration.ts";
import type { Filter } from "../../../contract/records/filters.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { listRecords } from "../../records/queries.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { feedback } from "./store.ts";

type Input = z.output<typeof feedbackBoard>;

const cardFields = [
  "number",
  "kind",
  "area",
  "status",
  "votes",
  "comments",
  "weight",
  "priority",
  "assigneeId",
  "dueAt",
  "doneAt",
  "releasedIn",
];

/** The columns of the board or the roadmap with their first cards, and what lies beside them. */
export async function readBoard(ctx: RecordContext, { cards, roadmap, ...scope }: Input): Promise<FeedbackBoard> {
  const where = scope.where.filter(({ field }) => field !== "status");
  const count = async (status: FeedbackStatus) =>
    (await listRecords(feedback, ctx, { ...scope, where: [...where, isIn(status)], page: 1, limit: 1, fields: [] }))
      .totalItems;
  const shown = roadmap ? (["planned", "inProgress", "done"] as const) : boardStatuses;
  const columns: FeedbackColumn[] = [];
  for (const status of shown) {
    const lately: Filter[] =
      roadmap && status === "done" ? [{ field: "doneAt", is: "between", from: `-${roadmapDays}d` }] : [];
    const conditions = [...where, isIn(status), ...lately];
    const cardScope = { ...scope, where: conditions, ...(lately.length > 0 && { orderBy: latestFirst }) };
    columns.push({ status, ...(await readCards(ctx, cardScope, cards[status] ?? cardsPerColumn)) });
  }
  const exits: FeedbackBoard["exits"] = [];
  if (!roadmap) for (const status of exitStatuses) exits.push({ status, total: await count(status) });
  return {
    columns,
    exits,
    voted: await votedOf(
      ctx,
      columns.flatMap(({ rows }) => rows.map(({ id }) => id)),
    ),
  };
}

const latestFirst: Sort[] = [
  { field: "doneAt", descending: true },
  { field: "weight", descending: true },
];

const isIn = (status: FeedbackStatus): Filter => ({ field: "status", is: "oneOf", values: [status] });

type CardScope = Omit<Input, "cards" | "roadmap"> & { orderBy?: Sort[] };

async function readCards(ctx: RecordContext, scope: CardScope, max: number) {
  const rows: RecordRow[] = [];
  let total = 0;
  for (let page = 1; rows.length < max; page += 1) {
    const limit = Math.min(max, maxPageSize);
    const found = await listRecords(feedback, ctx, { ...scope, page, limit, fields: cardFields });
    total = found.totalItems;
    rows.push(...found.data);
    if (found.data.length < limit) break;
  }
  return { total, rows: rows.slice(0, max) };
}

/** Which of these entries the person votes for. */
export async function votedOf({ db, person }: RecordContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("feedbackVotes")
    .select("feedbackId")
    .where("userId", "=", person.id)
    .where("feedbackId", "in", [...ids])
    .execute();
  return rows.map(({ feedbackId }) => feedbackId);
}
