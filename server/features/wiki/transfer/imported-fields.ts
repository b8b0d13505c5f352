import type { RecordBody } from "../../../../contract/records/rows.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";
import { activeUsers } from "../../../db/active-users.ts";
import type { Tx } from "../../../db/transact.ts";
import { createRecordIn } from "../../../records/commands.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { tags as tagStore } from "../../tags/store.ts";

interface Fields {
  body: RecordBody;
  warnings: string[];
}

/** The fields of a page as its head has them, as far as they mean something here and the person may set them. */
export async function fieldsOf(tx: Tx, ctx: RecordContext, title: string, meta: PageMeta): Promise<Fields> {
  const warnings: string[] = [];
  const body: RecordBody = { title, status: meta.status ?? "published" };
  if (meta.icon) body.icon = meta.icon;
  if (meta.reviewEveryMonths) body.reviewEveryMonths = meta.reviewEveryMonths;
  if (meta.visibility) body.visibility = visibilityOf(ctx, meta.visibility, warnings);
  if (meta.tags?.length) body.tags = await tagIds(tx, ctx, meta.tags, warnings);
  const responsible = meta.responsible && (await findPerson(tx, meta.responsible));
  if (responsible) body.responsibleUserId = responsible;
  else if (meta.responsible) warnings.push(`Verantwortlich nicht gefunden: ${meta.responsible}. Das bist nun du.`);
  return { body, warnings };
}

/** What was for maintainers only must not be open to more people now. */
function visibilityOf(ctx: RecordContext, wanted: NonNullable<PageMeta["visibility"]>, warnings: string[]) {
  if (wanted !== "maintainers" || hasAbility(ctx.person.role, "seeMaintainerPages")) return wanted;
  warnings.push("Die Seite war nur für Betreuer; sie ist nun nur für dich sichtbar.");
  return "private";
}

async function findPerson(tx: Tx, named: string): Promise<string | undefined> {
  const found = await activeUsers(tx.db)
    .select("id")
    .where((eb) => eb.or([eb("email", "=", named.toLowerCase()), eb("name", "=", named)]))
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]?.id : undefined;
}

async function tagIds(tx: Tx, ctx: RecordContext, names: readonly string[], warnings: string[]): Promise<string[]> {
  const known = await tx.db.selectFrom("tags").select(["id", "name", "archivedAt"]).execute();
  const ids = new Set<string>();
  for (const name of new Set(names)) {
    const tag = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (tag?.archivedAt) warnings.push(`Tag ist archiviert: ${name}`);
    else ids.add(tag?.id ?? (await createRecordIn(tx, tagStore, ctx, { name })).id);
  }
  return [...ids];
}
