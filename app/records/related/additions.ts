import { declarationOf } from "../../../contract/records/declarations.ts";
import type { LinksField } from "../../../contract/records/fields.ts";
import type { RelationGroup } from "../../../contract/records/relations.ts";
import { isMadeInForms } from "../../../contract/records/relations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { newRecordPath } from "../record-urls.ts";

export interface Addition {
  label: string;
  /** The roles that a link of the group can have; empty where there is but one. */
  roles: LinksField["roles"];
  /** Whether the new one is made in place; otherwise a page of its own does that. */
  isMadeHere: boolean;
  path: string | undefined;
}

/** How a person adds to a group of relations, whose records may be made beside what they belong to; undefined where that is not theirs to do or happens elsewhere. */
export function additionTo(record: RecordRow, group: RelationGroup, isMadeBeside: boolean): Addition | undefined {
  if (!record.can.edit) return undefined;
  const { labels, fields, path } = declarationOf(group.type);
  const holder = group.direction === "out" ? declarationOf(record.type).fields : fields;
  const field = holder[group.field];
  if (!field || field.readOnly) return undefined;
  // One that is missing has its chip among the key data.
  if (group.direction === "out" && field.kind !== "links") return undefined;
  // What lives on the page of a third record is offered beside those that are there.
  if (!path && !field.required && group.totalItems === 0) return undefined;
  const isMadeHere = isMadeInForms(group.type) || isMadeBeside;
  return {
    label: `${labels.many} zuordnen`,
    roles: field.kind === "links" && Object.keys(field.roles).length > 1 ? field.roles : {},
    isMadeHere,
    path: !isMadeHere && path ? newRecordPath(group.type, { [group.field]: record.id }) : undefined,
  };
}
