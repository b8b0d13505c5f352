import type { Declaration } from "../../contract/records/declaration.ts";
import type { Field } from "../../contract/records/fields.ts";
import type { RecordAbilities } from "../../contract/records/rows.ts";
import { hasAbility } from "../../contract/roles.ts";
import type { Person } from "../trpc/context.ts";

/** Whether a person may see and change a field; the one place that decides it for every path. */
export function maySeeField(person: Pick<Person, "role">, field: Field): boolean {
  return field.ability === undefined || hasAbility(person.role, field.ability);
}

/** The fields of a declaration that a person may see, by name. */
export function visibleFields(person: Pick<Person, "role">, { fields }: Declaration): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => maySeeField(person, field));
}

/** What a person may do with a record. */
export function abilitiesOf(
  person: Pick<Person, "role">,
  { archivedBy = "archiveRecords" }: Pick<Declaration, "archivedBy">,
  { archivedAt }: { archivedAt: unknown },
): RecordAbilities {
  const isArchived = archivedAt !== null;
  return {
    edit: !isArchived && hasAbility(person.role, "editRecords"),
    archive: !isArchived && hasAbility(person.role, archivedBy),
    delete: isArchived && hasAbility(person.role, "deleteRecords"),
    overwrite: !isArchived && hasAbility(person.role, "overwriteRecords"),
  };
}
