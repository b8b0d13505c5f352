import { Link, useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import type { ListType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { EditingPresence } from "../page/editing-presence.tsx";
import { useRecordApi } from "../record-api.ts";
import type { FieldHint } from "../record-mark.tsx";
import { recordPath } from "../record-path.ts";
import type { editRecordLoader } from "./form-loaders.ts";
import { RecordForm } from "./record-form.tsx";

interface EditRecordPageProps {
  type: ListType;
  hint?: FieldHint | undefined;
}

export function EditRecordPage({ type, hint }: EditRecordPageProps) {
  const { opened, state } = useLoaderData<ReturnType<typeof editRecordLoader>>();
  const { id = "" } = useParams();
  return (
    <HydrationBoundary state={state}>
      <EditForm key={id} type={type} hint={hint} id={id} opened={opened} />
    </HydrationBoundary>
  );
}

interface EditFormProps extends EditRecordPageProps {
  id: string;
  opened: readonly string[];
}

function EditForm({ type, hint, id, opened }: EditFormProps) {
  const query = useQuery(useRecordApi(type).get.queryOptions({ id }));
  return (
    <QueryPanel query={query} failure="Der Eintrag konnte nicht geladen werden." className="max-w-[560px]">
      {(record) =>
        record.can.edit ? (
          <>
            <EditingPresence type={type} id={id} />
            <RecordForm type={type} hint={hint} record={record} opened={opened} />
          </>
        ) : (
          <Locked record={record} />
        )
      }
    </QueryPanel>
  );
}

/** Only an archived record cannot be edited by those who may open this page. */
function Locked({ record: { type, id, title } }: { record: RecordRow }) {
  return (
    <>
      <PageHeader title={title} />
      <p className="mt-3 text-help text-text-2">Dieser Eintrag ist archiviert. Stelle ihn zuerst wieder her.</p>
      <Link to={recordPath(type, id) ?? "/"} className={cx(buttonClass(), "mt-4")}>
        Zum Eintrag
      </Link>
    </>
  );
}
