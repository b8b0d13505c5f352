import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { isMadeInForms } from "../../../../contract/records/relations.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { formSchema } from "../form-schema.ts";
import { newRef } from "../new-relations.ts";
import { openRecordDialog } from "../record-dialog.tsx";

/**
 * The offer to make what a picker did not find, for those who may: when the form is saved, and not before. What needs
 * more than its name asks for the rest in a dialog.
 */
export function useCreateInPlace(to: RecordType | "user", isWanted: boolean, onNamed: (ref: Ref) => void) {
  const { data: session } = useSession();
  if (!isWanted || to === "user" || !isMadeInForms(to)) return undefined;
  if (!session || !hasAbility(session.user.role, "editRecords")) return undefined;
  return async (name: string) => {
    const body = { [declarationOf(to).titleField]: name };
    if (formSchema(to).safeParse(body).success) return onNamed(newRef(to, name, body));
    const named = await openRecordDialog(to, { prefill: body, isBrief: true, isForLater: true });
    if (named?.ref) onNamed(named.ref);
  };
}
