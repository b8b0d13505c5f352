import { isDeepStrictEqual } from "node:util";
import { escapeHtml } from "../../../contract/document/html.ts";
import type { FollowedType } from "../../../contract/follows/follows.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { Role } from "../../../contract/roles.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { maySeeField } from "../../records/field-access.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { RecordStore, Values } from "../../records/store.ts";

interface Told {
  id: string;
  title: string;
}

/** More names than this are a list that nobody reads. */
const maxNamed = 3;
const categories = { website: "website", host: "website", domain: "domain" } as const;

/**
 * A store whose followers hear what people change in its records, as far as they may see it and never of their own
 * changes; what a bulk edit or an import changes in many records is one notification.
 */
export function withFollowers(store: RecordStore, type: FollowedType): RecordStore {
  const { fields, path } = store.declaration;

  const tell = async (tx: Tx, ctx: RecordContext, { id, title }: Told, deedFor: (role: Role) => string | undefined) => {
    if (tx.isRehearsal) return;
    for (const follower of await followersOf(tx, type, id)) {
      const deed = follower.id === ctx.person.id ? undefined : deedFor(follower.role);
      if (deed === undefined) continue;
      await notify(tx, {
        forUserId: follower.id,
        title,
        message: `<b>${escapeHtml(ctx.person.name)}</b> hat ${escapeHtml(deed)}`,
        category: categories[type],
        link: `${path}/${id}`,
        groupKey: `followed:${ctx.changeSet ?? `${type}:${id}`}`,
      });
    }
  };
  const tellFate = (deed: string) => (tx: Tx, ctx: RecordContext, record: Told) =>
    tell(tx, ctx, record, () => `${quoted(record.title)} ${deed}.`);

  return {
    ...store,
    async afterUpdate(tx, ctx, record) {
      await store.afterUpdate?.(tx, ctx, record);
      await tell(tx, ctx, record, (role) => changedSentence({ role, fields }, record.before.values, record.values));
    },
    async afterArchive(tx, ctx, record) {
      await store.afterArchive?.(tx, ctx, record);
      await tellFate("archiviert")(tx, ctx, record);
    },
    async afterRestore(tx, ctx, record) {
      await store.afterRestore?.(tx, ctx, record);
      await tellFate("aus dem Archiv geholt")(tx, ctx, record);
    },
    async beforeErase(tx, ctx, record) {
      await store.beforeErase?.(tx, ctx, record);
      await tellFate("endgültig gelöscht")(tx, ctx, record);
      await tx.db
        .deleteFrom("recordFollowers")
        .where("recordType", "=", type)
        .where("recordId", "=", record.id)
        .execute();
    },
  };
}

async function followersOf(tx: Tx, type: FollowedType, id: string): Promise<{ id: string; role: Role }[]> {
  return activeUsers(tx.db)
    .select(["id", "role"])
    .where("id", "in", (eb) =>
      eb.selectFrom("recordFollowers").select("userId").where("recordType", "=", type).where("recordId", "=", id),
    )
    .execute();
}

/** „Entscheidung und Verantwortlich geändert.“; undefined when this role may see nothing of what was changed. */
function changedSentence(
  { role, fields }: { role: Role; fields: Readonly<Record<string, Field>> },
  before: Values,
  after: Values,
): string | undefined {
  const labels = Object.entries(fields).flatMap(([name, field]) => {
    const isEntered = !field.readOnly && !field.derived && field.kind !== "tags";
    const isSeen = isEntered && maySeeField({ role }, field);
    return isSeen && !isDeepStrictEqual(before[name], after[name]) ? [field.label] : [];
  });
  if (labels.length === 0) return undefined;
  const more = labels.length - maxNamed;
  const named = more > 1 ? [...labels.slice(0, maxNamed), `${more} weitere Felder`] : labels;
  return `${new Intl.ListFormat("de").format(named)} geändert.`;
}
