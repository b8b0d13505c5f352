import { requireValue } from "../../../../contract/narrowing.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageStatus, PageVisibility } from "../../../../contract/wiki/page-limits.ts";
import type { Db } from "../../../db/connection.ts";
import type { Tx } from "../../../db/transact.ts";
import { forbidden, invalidField, Problem } from "../../../problem.ts";
import type { Reader } from "../../../records/readable.ts";
import { type PageBelow, subtreeOf } from "../hierarchy/position.ts";

/** For whom a page is, once everything above it is taken into account. */
export interface Effective {
  maintainersOnly: 0 | 1;
  privateToId: string | null;
}

export const openToAll: Effective = { maintainersOnly: 0, privateToId: null };

/** What a page's own choice adds to what lies above it; it can only narrow. */
export function narrowed(above: Effective, own: PageVisibility, ownerId: string | null): Effective {
  return {
    maintainersOnly: above.maintainersOnly || own === "maintainers" ? 1 : 0,
    privateToId: above.privateToId ?? (own === "private" ? ownerId : null),
  };
}

export function visibleTo({ maintainersOnly, privateToId }: Effective): PageVisibility {
  if (privateToId !== null) return "private";
  return maintainersOnly ? "maintainers" : "team";
}

/** For whom a page asks to be: a draft is its author's alone, whatever it says of its readers. */
export const ownVisibility = ({
  status,
  visibility,
}: {
  status?: PageStatus | null;
  visibility?: PageVisibility | null;
}): PageVisibility => (status === "draft" ? "private" : (visibility ?? "team"));

/** Who may narrow a page: nobody shuts themself out, and only its own people take a page from the others. */
export function refuseNarrowing(
  person: Reader,
  wanted: PageVisibility,
  { createdById, responsibleUserId }: { createdById: string | null; responsibleUserId: string | null },
): void {
  if (wanted === "maintainers" && !hasAbility(person.role, "seeMaintainerPages"))
    throw forbidden("Sichtbar für: Nur Betreuer können eine Seite auf „Nur Betreuer“ stellen.");
  if (wanted === "private" && person.id !== createdById && person.id !== responsibleUserId)
    throw forbidden(
      "Sichtbar für: Nur wer eine Seite angelegt hat oder für sie verantwortlich ist, kann sie auf „Nur ich“ stellen.",
    );
}

/** Who may take a page back into the drafts, and so from everybody else. */
export function refuseDrafting(
  person: Reader,
  { createdById, responsibleUserId }: { createdById: string | null; responsibleUserId: string | null },
): void {
  if (person.id !== createdById && person.id !== responsibleUserId)
    throw forbidden(
      "Status: Nur wer eine Seite angelegt hat oder für sie verantwortlich ist, kann sie wieder zum Entwurf machen.",
    );
}

/**
 * Works out anew who may read a page and everything below it, `above` being what its parent leaves. Refuses what would
 * keep somebody from a page of their own. Returns the ids of the pages that it changed.
 */
export async function spreadVisibility(
  tx: Tx,
  pageId: string,
  above: Effective,
  own?: { visibility: PageVisibility; ownerId: string },
): Promise<string[]> {
  const pages = await subtreeOf(tx.db, pageId);
  const found = new Map<string, Effective>();
  const changed: string[] = [];
  let isLost = false;
  for (const page of pages) {
    const isTop = page.id === pageId;
    const { visibility, ownerId } = isTop && own ? own : { visibility: ownVisibility(page), ownerId: page.privateToId };
    const over = isTop ? above : requireValue(found.get(page.parentId ?? ""));
    const next = narrowed(over, visibility, ownerId);
    if (visibility === "private") await refuseLoss(tx.db, ownerId, next);
    found.set(page.id, next);
    if (isSame(page, next)) continue;
    changed.push(page.id);
    isLost ||= isNarrower(next, page);
    await tx.db.updateTable("pages").set(next).where("id", "=", page.id).execute();
  }
  // Whoever has just lost a page has it on screen still, and may not be told its id any more.
  if (isLost) tx.signal({ event: "recordsChanged", payload: { records: { type: "page", ids: [] } } });
  return changed;
}

const isNarrower = (next: Effective, before: Effective) =>
  next.maintainersOnly > before.maintainersOnly ||
  (next.privateToId !== null && next.privateToId !== before.privateToId);

const isSame = (page: PageBelow, next: Effective) =>
  page.maintainersOnly === next.maintainersOnly && page.privateToId === next.privateToId;

async function refuseLoss(db: Db, ownerId: string | null, next: Effective): Promise<void> {
  const lost = () => {
    const message = "Darunter liegt eine Seite, die jemandem allein gehört und für diese Person verloren wäre.";
    return new Problem("precondition", { message });
  };
  if (next.privateToId !== ownerId) throw lost();
  if (!next.maintainersOnly || ownerId === null) return;
  const owner = await db.selectFrom("users").select("role").where("id", "=", ownerId).executeTakeFirst();
  if (!owner || !hasAbility(owner.role, "seeMaintainerPages")) throw lost();
}

/** What the parent of a page leaves to what lies below it. */
export async function effectiveOf(db: Db, parentId: string | null): Promise<Effective> {
  if (parentId === null) return openToAll;
  const parent = await db
    .selectFrom("pages")
    .select(["maintainersOnly", "privateToId"])
    .where("id", "=", parentId)
    .executeTakeFirst();
  if (!parent) throw invalidField("parentId", "Übergeordnete Seite: Diesen Eintrag gibt es nicht mehr.");
  return parent;
}
