import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import type { MainType } from "../../../../contract/records/record-types.ts";
import { problemOf } from "../../../lib/trpc.tsx";
import { ListError } from "../../../ui/list-states.tsx";
import { RowBones } from "../../../ui/skeleton.tsx";
import { EditingPresence } from "../page/editing-presence.tsx";
import { useRecordApi } from "../record-api.ts";
import type { editRecordLoader } from "./form-loaders.ts";
import { RecordForm } from "./record-form.tsx";

export function EditRecordPage({ type }: { type: MainType }) {
  const { state } = useLoaderData<ReturnType<typeof editRecordLoader>>();
  const { id = "" } = useParams();
  return (
    <HydrationBoundary state={state}>
      <EditForm key={id} type={type} id={id} />
    </HydrationBoundary>
  );
}

function EditForm({ type, id }: { type: MainType; id: string }) {
  const query = useQuery(useRecordApi(type).get.queryOptions({ id }));
  if (query.data)
    return (
      <>
        <EditingPresence type={type} id={id} />
        <RecordForm type={type} record={query.data} />
      </>
    );
  if (!query.isError) return <RowBones rows={6} className="max-w-[560px]" />;
  return (
    <ListError
      message="Der Eintrag konnte nicht geladen werden."
      errorId={problemOf(query.error)?.requestId}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
    />
  );
}
