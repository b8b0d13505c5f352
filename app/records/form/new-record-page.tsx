import { useLoaderData, useLocation } from "@remix-run/react";
import type { ListType } from "../../../contract/records/record-types.ts";
import type { newRecordLoader } from "./form-loaders.ts";
import { RecordForm } from "./record-form.tsx";

export function NewRecordPage({ type }: { type: ListType }) {
  const { opened, prefill } = useLoaderData<ReturnType<typeof newRecordLoader>>();
  const { search } = useLocation();
  return <RecordForm key={search} type={type} prefill={prefill} opened={opened} />;
}
