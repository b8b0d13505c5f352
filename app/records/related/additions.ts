import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RelationGroup } from "../../../contract/records/relations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { recordPath } from "../record-path.ts";
import { editAddress, newAddress } from "../record-urls.ts";

export interface Addition {
  label: string;
  address: string;
}

/** How a person adds to a group of relations; undefined where that is not theirs to do or happens elsewhere. */
export function additionTo(record: RecordRow, group: RelationGroup): Addition | undefined {
  if (!record.can.edit) return undefined;
  const { labels, path, fields } = declarationOf(group.type);
  if (group.direction === "out") {
    const field = declarationOf(record.type).fields[group.field];
    if (field?.kind !== "links" && group.totalItems > 0) return undefined;
    return field?.kind === "links" && !field.readOnly
      ? { label: `${labels.many} zuordnen`, address: editAddress(record) }
      : undefined;
  }
  if (fields[group.field]?.readOnly) return undefined;
  if (path) {
    const address = newAddress(group.type, { [group.field]: record.id });
    return { label: labels.create, address };
  }
  // What lives on this page is added in its tab.
  const own = recordPath(record.type, record.id);
  const isChild = fields[group.field]?.required === true && own !== undefined;
  return isChild ? { label: labels.create, address: `${own}/${declarationOf(group.type).plural}` } : undefined;
}
