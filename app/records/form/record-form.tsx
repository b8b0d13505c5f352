import { Link, useNavigate } from "@remix-run/react";
import type { Output } from "../../../contract/records/fields.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { UnsavedGuard } from "../../lib/form/unsaved-guard.tsx";
import { SessionNotice } from "../../lib/people/session-notice.tsx";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import type { FieldHint } from "../record-mark.tsx";
import { recordPath } from "../record-path.ts";
import { ChangedNotice } from "./conflicts/changed-notice.tsx";
import { useFieldNotes } from "./field-notes.tsx";
import { shortForm, wholeForm } from "./layout.ts";
import { FieldList } from "./record-fields.tsx";
import { FoldingParts, SectionRail, useFolding } from "./section-folding.tsx";
import { useRecordForm } from "./use-record-form.ts";

interface RecordFormProps {
  type: RecordType;
  /** The hints of the type. */
  hint?: FieldHint | undefined;
  /** The record to edit; without one a new one is created. */
  record?: RecordRow;
  prefill?: Record<string, Output>;
  /** The sections that this person opens even where they are empty. */
  opened?: readonly string[];
}

/** The page on which a record is created or edited. */
export function RecordForm({ type, hint, record, prefill, opened }: RecordFormProps) {
  const navigate = useNavigate();
  const form = useRecordForm({
    type,
    record,
    prefill,
    draftKey: record ? `${type}:${record.id}` : `${type}:new:${JSON.stringify(prefill ?? {})}`,
    onSaved: ({ id }) => navigate(recordPath(type, id) ?? "/", { replace: record !== undefined }),
  });
  const { declaration, parts, isSaving } = form;
  const { labels, plural } = declaration;
  const noteOf = useFieldNotes(form, hint);
  const back = record ? recordPath(type, record.id) : `/${plural}`;
  const keys = useShortcutLabel("mod+enter");
  const { first, more } = record ? wholeForm(parts) : shortForm(declaration, parts);
  const folding = useFolding(form, more, opened);

  return (
    <>
      <div className="grid max-w-[560px] lg:max-w-[820px] lg:grid-cols-[minmax(0,560px)_200px] lg:gap-x-[60px]">
        <div className="min-w-0">
          <PageHeader title={record ? `${record.title} bearbeiten` : labels.create} />
          <form ref={form.form} {...form.onForm} noValidate aria-busy={isSaving || undefined} className="mt-5">
            <fieldset disabled={isSaving} className="min-w-0">
              <FieldList form={form} names={first} noteOf={noteOf} autoFocus={!record} />
              <FoldingParts form={form} folding={folding} noteOf={noteOf} />
            </fieldset>
            <div className="sticky bottom-0 z-30 -mx-1 mt-7 border-t bg-surface px-1 py-3 max-md:bottom-[calc(56px+var(--live-notice,0px)+env(safe-area-inset-bottom))]">
              <SessionNotice />
              <ChangedNotice form={form} />
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  ref={form.saveButton}
                  type="submit"
                  variant="primary"
                  disabled={record !== undefined && !form.isDirty}
                  loading={isSaving}
                  loadingLabel="Speichert …"
                  title={keys}
                >
                  {record ? "Speichern" : `${labels.one} anlegen`}
                </Button>
                {back && (
                  <Link to={back} className={buttonClass({ variant: "ghost" })}>
                    Abbrechen
                  </Link>
                )}
              </div>
            </div>
          </form>
        </div>
        <SectionRail folding={folding} />
      </div>
      <UnsavedGuard isDirty={form.isDirty} isSaving={isSaving} onDiscard={form.reset} saysSession />
    </>
  );
}
