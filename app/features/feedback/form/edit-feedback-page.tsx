import { useLoaderData, useNavigate, useParams } from "@remix-run/react";
import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { feedback, feedbackKinds } from "../../../../contract/feedback/feedback.ts";
import { entriesOf } from "../../../../contract/narrowing.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { QueryPanel } from "../../../lib/api/query-panel.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { UnsavedGuard } from "../../../lib/form/unsaved-guard.tsx";
import { ChangedNotice } from "../../../records/form/conflicts/changed-notice.tsx";
import type { editRecordLoader } from "../../../records/form/form-loaders.ts";
import { useRecordForm } from "../../../records/form/use-record-form.ts";
import { EditingPresence } from "../../../records/page/editing-presence.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ContentFields } from "./content-fields.tsx";
import type { FeedbackValues } from "./feedback-form.tsx";

/** The page on which an author polishes what they wrote; planning happens beside the entry itself. */
export function EditFeedbackPage() {
  const { state } = useLoaderData<ReturnType<typeof editRecordLoader>>();
  const { id = "" } = useParams();
  return (
    <HydrationBoundary state={state}>
      <Loaded key={id} id={id} />
    </HydrationBoundary>
  );
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(useTRPC().feedback.get.queryOptions({ id }));
  return (
    <QueryPanel query={query} failure="Der Eintrag konnte nicht geladen werden." className="max-w-[560px]">
      {(record) => <EditForm record={record} />}
    </QueryPanel>
  );
}

const kinds = entriesOf(feedbackKinds).map(([value, label]) => ({ value, label }));

function EditForm({ record }: { record: RecordRow }) {
  const navigate = useNavigate();
  const back = () => navigate(`/feedback/${record.id}`);
  const whole = useRecordForm({
    type: "feedback",
    record,
    draftKey: `feedback:${record.id}`,
    onSaved: () => navigate(`/feedback/${record.id}`, { replace: true }),
  });
  const form = { ...whole, values: whole.values as unknown as FeedbackValues };
  return (
    <>
      <EditingPresence type="feedback" id={record.id} />
      <PageHeader title={`${record.values.number} bearbeiten`} />
      <form ref={form.form} {...form.onForm} noValidate className="mt-6 grid max-w-[560px] grid-cols-1 gap-[18px]">
        <ChangedNotice form={whole} />
        <fieldset disabled={form.isSaving} className="grid min-w-0 grid-cols-1 gap-[18px]">
          <Segment
            className="justify-self-start"
            label="Art"
            options={kinds}
            value={form.values.kind}
            onChange={(kind) => form.change("kind", kind)}
          />
          <Field label={feedback.fields.title.label} errors={form.errorsOf("title")}>
            <TextInput maxLength={140} autoComplete="off" {...form.control("title")} />
          </Field>
          <ContentFields form={form} rows={9} />
        </fieldset>
        <div className="mt-1 flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto">
          <Button onClick={back}>Abbrechen</Button>
          <Button
            ref={form.saveButton}
            type="submit"
            variant="primary"
            loading={form.isSaving}
            loadingLabel="Speichert …"
          >
            Speichern
          </Button>
        </div>
      </form>
      <UnsavedGuard isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.reset} />
    </>
  );
}
