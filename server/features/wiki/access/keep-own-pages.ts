import { escapeHtml } from "../../../../contract/document/html.ts";
import { hasAbility, type Role } from "../../../../contract/roles.ts";
import type { Tx } from "../../../db/transact.ts";
import { notify } from "../../../notifications/notify.ts";
import { positionFor } from "../hierarchy/position.ts";
import { signalPages } from "../hierarchy/signals.ts";
import { effectiveOf, spreadVisibility } from "./visibility.ts";

interface OwnPage {
  id: string;
  title: string;
  parentId: string | null;
  visibility: "team" | "maintainers" | "private";
  aboveId: string | null;
  aboveTitle: string | null;
}

/**
 * Leaves to somebody who is not a maintainer any more the pages that are theirs alone: those beneath a page for
 * maintainers go to the top of the tree, and what they had narrowed to maintainers among their own stays theirs. Nobody
 * could read them otherwise. Belongs behind the change of the role, in its transaction; tells their owner alone.
 */
export async function keepOwnPages(tx: Tx, owner: { id: string; role: Role }): Promise<void> {
  if (hasAbility(owner.role, "seeMaintainerPages")) return;
  const own = await ownPages(tx, owner.id);
  if (own.length === 0) return;
  const ids = new Set(own.map(({ id }) => id));
  const isBelowOwn = ({ parentId }: OwnPage) => parentId !== null && ids.has(parentId);
  for (const page of own) if (page.visibility === "maintainers") await widen(tx, page.id);
  const moved: OwnPage[] = [];
  for (const page of own.filter((each) => !isBelowOwn(each))) {
    const above = await effectiveOf(tx.db, page.parentId);
    if (above.maintainersOnly) {
      await moveToTop(tx, page);
      moved.push(page);
    }
    const parentId = above.maintainersOnly ? null : page.parentId;
    signalPages(tx, await spreadVisibility(tx, page.id, await effectiveOf(tx.db, parentId)));
  }
  signalPages(
    tx,
    moved.map(({ id }) => id),
  );
  await tell(tx, owner.id, moved);
}

function ownPages(tx: Tx, ownerId: string): Promise<OwnPage[]> {
  return tx.db
    .selectFrom("pages as page")
    .leftJoin("pages as above", "above.id", "page.parentId")
    .select(["page.id", "page.title", "page.parentId", "page.visibility"])
    .select(["above.id as aboveId", "above.title as aboveTitle"])
    .where("page.privateToId", "=", ownerId)
    .orderBy("page.position")
    .orderBy("page.id")
    .execute();
}

async function widen(tx: Tx, id: string): Promise<void> {
  const { version } = await tx.db
    .updateTable("pages")
    .set((eb) => ({ visibility: "team" as const, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirstOrThrow();
  const change = { version, before: { visibility: "maintainers" }, after: { visibility: "team" } };
  await tx.record({ kind: "page.updated", subject: { type: "page", id }, ...change });
}

async function moveToTop(tx: Tx, { id, aboveId, aboveTitle }: OwnPage): Promise<void> {
  const position = await positionFor(tx.db, null, {}, id);
  await tx.db.updateTable("pages").set({ parentId: null, position }).where("id", "=", id).execute();
  await tx.record({
    kind: "page.moved",
    subject: { type: "page", id },
    before: { parentId: aboveId === null ? null : { id: aboveId, label: aboveTitle } },
    after: { parentId: null },
  });
  tx.signal({ event: "pageUpdated", payload: { page: { id } } });
}

/** Nobody else may know that there are such pages. */
async function tell(tx: Tx, forUserId: string, moved: readonly OwnPage[]): Promise<void> {
  const [first] = moved;
  if (!first) return;
  const titles = moved.map(({ title }) => `„${title}“`).join(", ");
  const [what, lay] =
    moved.length === 1
      ? ["Eine Seite, die nur du siehst, liegt", "Sie lag"]
      : [`${moved.length} Seiten, die nur du siehst, liegen`, "Sie lagen"];
  await notify(tx, {
    forUserId,
    title: `${what} jetzt oben im Seitenbaum`,
    message: escapeHtml(`${titles}. ${lay} unter einer Seite nur für Betreuer.`),
    category: "wiki",
    link: moved.length === 1 ? `/wiki/${first.id}` : "/wiki",
    actorId: null,
  });
}
