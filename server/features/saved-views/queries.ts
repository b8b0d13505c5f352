import type { Selectable } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { operatorsOf } from "../../../contract/records/filters.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type * as contract from "../../../contract/saved-views/saved-views.ts";
import type { Db } from "../../db/connection.ts";
import type { SavedViewTable } from "../../db/tables/records.ts";
import type { Person } from "../../trpc/context.ts";
import { canManageViews, canOpenView } from "./policy.ts";

/** A person's own views of a record type and those of the team, by name. */
export async function listSavedViews(
  db: Db,
  person: Person,
  { type }: { type: RecordType },
): Promise<contract.SavedView[]> {
  const rows = await db
    .selectFrom("savedViews")
    .leftJoin("users", "users.id", "savedViews.ownerId")
    .selectAll("savedViews")
    .select("users.name as ownerName")
    .where("recordType", "=", type)
    .where((eb) => eb.or([eb("scope", "!=", "me"), eb("ownerId", "=", person.id)]))
    .execute();
  const byName = new Intl.Collator("de", { numeric: true });
  return rows
    .map((row) => toSavedView(person, row))
    .filter(({ state }) => canOpenView(person, declarationOf(type), state))
    .sort((a, b) => byName.compare(a.name, b.name));
}

/** A stored view as a person reads it. */
export function toSavedView(
  person: Person,
  row: Selectable<SavedViewTable> & { ownerName: string | null },
): contract.SavedView {
  return {
    id: row.id,
    type: row.recordType,
    name: row.name,
    scope: row.scope,
    isDefault: row.scope === "default",
    state: knownState(row.recordType, JSON.parse(row.stateJson)),
    version: row.version,
    owner: { id: row.ownerId, label: row.ownerName ?? "" },
    updatedAt: new Date(row.updatedAt),
    can: { edit: canManageViews(person, row.scope) },
  };
}

/** Leaves out what a later declaration does not have: an old view opens with what remains of it. */
function knownState(type: RecordType, state: contract.ViewState): contract.ViewState {
  const { fields } = declarationOf(type);
  const isKnown = (name: string) => Object.hasOwn(fields, name) || name === "createdAt" || name === "updatedAt";
  const columns = state.columns?.filter(isKnown);
  return {
    ...state,
    where: state.where.filter(({ field, is }) => {
      const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
      return known !== undefined && operatorsOf(known).includes(is);
    }),
    orderBy: state.orderBy.filter(({ field }) => isKnown(field)),
    ...(columns && { columns }),
  };
}
