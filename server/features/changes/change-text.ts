import { changeLabel } from "../../../contract/changes/change-labels.ts";
import type { ChangeKind } from "../../../contract/changes/changes.ts";
import { fieldsIn } from "../../../contract/narrowing.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { maySeeField } from "../../records/field-access.ts";
import { storeOf } from "../../records/registry.ts";
import { fieldOf } from "../../records/store.ts";
import type { Person } from "../../trpc/context.ts";

interface Written {
  kind: ChangeKind;
  type: RecordType;
  beforeJson: string | null;
  afterJson: string | null;
}

/** „Website geändert: Adresse, Hoster“; undefined where the person may see nothing of what was changed. */
export function changeText(person: Pick<Person, "role">, written: Written): string | undefined {
  const { kind, type, afterJson } = written;
  const label = changeLabel(kind);
  if (!kind.endsWith(".updated") || !afterJson) return [label, subjectOf(written)].filter(Boolean).join(": ");
  const seen = Object.keys(JSON.parse(afterJson)).flatMap((name) => {
    const field = fieldOf(storeOf(type), name);
    return field && maySeeField(person, field) ? [field.label] : [];
  });
  return seen.length > 0 ? `${label}: ${seen.join(", ")}` : undefined;
}

const maxNamed = 5;

/** What a change was about beside its record: a file by its name, what a customer was asked about. */
function subjectOf({ kind, beforeJson, afterJson }: Written): string {
  const [before, after] = [beforeJson, afterJson].map((json) => fieldsIn(JSON.parse(json ?? "{}")));
  const items = after?.items;
  if (kind.startsWith("customer.") && Array.isArray(items))
    return items.length > maxNamed
      ? `${items.slice(0, maxNamed).join(", ")} und ${items.length - maxNamed} weitere`
      : items.join(", ");
  if (!kind.startsWith("file.")) return "";
  const names = [before?.filename, after?.filename].filter((name) => typeof name === "string");
  return names.join(" → ");
}
