import { useEffect, useRef } from "react";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useCreationId } from "../../../lib/form/use-creation-id.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { useRecordApi } from "../../record-api.ts";
import { useRecordUi } from "../../record-ui.tsx";
import { openRecordDialog } from "../record-dialog.tsx";

/**
 * The offer to create what a picker did not find, for those who may. What is nothing but its name comes at once;
 * everything else asks for its required fields in a dialog.
 */
export function useCreateInPlace(to: RecordType | "user", isWanted: boolean, onCreated: (ref: Ref) => void) {
  const { data: session } = useSession();
  const type = to === "user" ? "tag" : to;
  const { titleField } = declarationOf(type);
  const { isOnlyName } = useRecordUi(type);
  const latest = useRef(onCreated);
  useEffect(() => {
    latest.current = onCreated;
  });
  const creationId = useCreationId();
  const create = useMutate(useRecordApi(type).create.mutationOptions(), {
    refreshes: [type],
    onSuccess: ({ id, title }) => {
      creationId.forget();
      latest.current({ id, label: title });
    },
  });
  if (!isWanted || to === "user" || !session || !hasAbility(session.user.role, "editRecords")) return undefined;
  return {
    label: "anlegen",
    perform: async (name: string) => {
      if (isOnlyName) return create.mutate({ body: { [titleField]: name }, creationId: creationId.idFor(name) });
      const saved = await openRecordDialog(type, { prefill: { [titleField]: name }, isBrief: true });
      if (saved) latest.current({ id: saved.id, label: saved.title });
    },
  };
}
