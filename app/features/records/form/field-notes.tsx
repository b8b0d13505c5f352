import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RecordKey, RecordType } from "../../../../contract/records/record-types.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { useRecordApi } from "../record-api.ts";
import { recordPath } from "../record-path.ts";
import { SimilarRecords } from "./similar-records.tsx";
import type { RecordFormState } from "./use-record-form.ts";

/** The field by which people tell records of a type apart, where two of the same name are rarely meant. */
const similarBy: Partial<Record<RecordType, string>> = { customer: "name" };

/** What stands below single fields: who has a taken value already, and what is similar to a new record. */
export function useFieldNotes(form: RecordFormState): (name: string) => ReactNode {
  const { type } = form.declaration;
  return (name) => {
    if (form.existing?.field === name) return <ExistingRecord {...form.existing} />;
    const value = form.values[name];
    if (similarBy[type] === name && !form.record && typeof value === "string")
      return <SimilarRecords declaration={form.declaration} text={value} />;
    return undefined;
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
