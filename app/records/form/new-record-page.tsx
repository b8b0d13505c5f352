import { useLoaderData, useLocation } from "@remix-run/react";
import type { ListType } from "../../../contract/records/record-types.ts";
import type { FieldHint } from "../record-mark.tsx";
import type { newRecordLoader } from "./form-loaders.ts";
import { RecordForm } from "./record-form.tsx";

export function NewRecordPage({ type, hint }: { type: ListType; hint?: FieldHint }) {
  const { opened, prefill } = useLoaderData<ReturnType<typeof newRecordLoader>>();
  const { search } = useLocation();
  return <RecordForm key={search} type={type} hint={hint} prefill={prefill} opened={opened} />;
}
