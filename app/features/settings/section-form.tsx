import type { FormEvent, ReactNode, RefObject } from "react";
import { UnsavedGuard } from "../../lib/form/unsaved-guard.tsx";
import { SessionNotice } from "../../lib/people/session-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";

interface SectionFormProps {
  form: {
    fields: { form: RefObject<HTMLFormElement>; isDirty: boolean; message: string | undefined };
    isSaving: boolean;
    hasConflict: boolean;
    save: () => void;
    saveAnyway: () => void;
    discard: () => void;
  };
  children: ReactNode;
}

/** The frame of a form of the settings: what was refused above it, a bar to save while something is unsaved. */
export function SectionForm({ form, children }: SectionFormProps) {
  const { fields, isSaving, hasConflict, save, discard } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <>
      <form ref={fields.form} onSubmit={submit} noValidate>
        {fields.message && <FormNotice text={fields.message} />}
        {children}
        {fields.isDirty && (
          <div className="sticky bottom-0 z-30 mt-7 grid gap-2.5 border-t bg-surface py-3 max-md:bottom-[calc(56px+var(--live-notice,0px)+env(safe-area-inset-bottom))]">
            <SessionNotice />
            {hasConflict && <Conflict {...form} />}
            <div className="flex flex-wrap items-center gap-2">
              <Button type="submit" variant="primary" loading={isSaving} loadingLabel="Speichert …">
                Speichern
              </Button>
              <Button variant="ghost" onClick={discard}>
                Verwerfen
              </Button>
            </div>
          </div>
        )}
      </form>
      <UnsavedGuard isDirty={fields.isDirty} isSaving={isSaving} onDiscard={discard} saysSession />
    </>
  );
}

function Conflict({ discard, saveAnyway }: Pick<SectionFormProps["form"], "discard" | "saveAnyway">) {
  return (
    <FormNotice text="Jemand hat diese Einstellungen inzwischen geändert. Was du nicht angefasst hast, zeigt schon den neuen Stand.">
      <Button size="sm" variant="on-tint" onClick={discard}>
        Meine Änderungen verwerfen
      </Button>
      <Button size="sm" variant="on-tint" onClick={saveAnyway}>
        Trotzdem speichern
      </Button>
    </FormNotice>
  );
}
