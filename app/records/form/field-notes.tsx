import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { linkClass } from "../../ui/link-class.ts";
import { useRecordApi } from "../record-api.ts";
import type { FieldHint } from "../record-mark.tsx";
import { recordPath } from "../record-path.ts";
import type { RecordFormState } from "./use-record-form.ts";

/** What stands below single fields: who has a taken value already, and the hints of the type. */
export function useFieldNotes(form: RecordFormState, fieldHint: FieldHint | undefined): (name: string) => ReactNode {
  const hinted = { values: form.values, stored: form.record && form.initial, id: form.record?.id };
  return (name) => {
    if (form.existing?.field === name) return <ExistingRecord {...form.existing} />;
    return fieldHint?.(name, hinted) || undefined;
  };
}

function ExistingRecord({ type, id }: RecordKey) {
  const { data } = useQuery(useRecordApi(type).get.queryOptions({ id }));
  const path = recordPath(type, id);
  if (!data || !path) return null;
  return (
    <>
      Vergeben an:{" "}
      <Link to={path} className={linkClass}>
        {data.title}
      </Link>
    </>
  );
}
