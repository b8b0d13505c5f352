import { feedbackAreas, feedbackKinds } from "../../../contract/feedback/feedback.ts";
import { boardStatuses } from "../../../contract/feedback/statuses.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import { foldText } from "../../../contract/values/fold.ts";
import type { Db } from "../../../server/db/connection.ts";
import { newId } from "../../../server/db/new-id.ts";
import { openChance } from "../../../server/sample/chance.ts";

const chunk = 100;

/** Fills the board with so many cards, as many in each of its columns; returns their titles. */
export async function createManyFeedback(db: Db, count: number, actorId: string): Promise<string[]> {
  const chance = openChance(count);
  const at = "2026-01-05T08:00:00.000Z";
  const rows = Array.from({ length: count }, (_, index) => {
    const title = `Liste lädt langsam, wenn viele Filter stehen ${String(index + 1).padStart(5, "0")}`;
    return {
      id: newId(),
      title,
      sortTitle: foldText(title),
      number: `F-${index + 1}`,
      kind: chance.pick(keysOf(feedbackKinds)),
      area: chance.pick(keysOf(feedbackAreas)),
      status: boardStatuses[index % boardStatuses.length] ?? "new",
      description: "Mit drei Filtern dauert es, bis die Zeilen da sind.",
      authorId: actorId,
      createdAt: at,
      updatedAt: at,
      createdById: actorId,
      updatedById: actorId,
      lastActivityAt: at,
    };
  });
  for (let from = 0; from < count; from += chunk)
    await db
      .insertInto("feedback")
      .values(rows.slice(from, from + chunk))
      .execute();
  return rows.map(({ title }) => title);
}
