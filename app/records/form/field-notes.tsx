import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { SimilarCustomers } from "../../features/customers/similar-customers.tsx";
import { warrantyNote } from "../../features/devices/warranty-note.ts";
import { SharedAddressesHint } from "../../features/hosts/shared-addresses-hint.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { useRecordApi } from "../record-api.ts";
import { recordPath } from "../record-path.ts";
import type { RecordFormState } from "./use-record-form.ts";

/**
 * What stands below single fields: who has a taken value already, which customers are like a new one, which hosts
 * have the same address, and what a warranty comes to.
 */
export function useFieldNotes(form: RecordFormState): (name: string) => ReactNode {
  const { type } = form.declaration;
  return (name) => {
    if (form.existing?.field === name) return <ExistingRecord {...form.existing} />;
    if (type === "customer" && name === "name" && !form.record) return <SimilarCustomers typed={typedCustomer(form)} />;
    if (type === "host" && name === "ips")
      return <SharedAddressesHint text={textOf(form, "ips")} hostId={form.record?.id} />;
    if (type === "device") return warrantyNote(name, form.values, form.record && form.initial);
    return undefined;
  };
}

function textOf({ values }: RecordFormState, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

const typedCustomer = (form: RecordFormState) => ({
  name: textOf(form, "name"),
  email: textOf(form, "email"),
  website: textOf(form, "website"),
  vatId: textOf(form, "vatId"),
});

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
