import { type FormEvent, useId, useState } from "react";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { type ViewScope, viewScopeLabels } from "../../../../contract/records/view-scopes.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { SavedView, ViewState } from "../../../../contract/saved-views/saved-views.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { openModal } from "../../../lib/dialogs/modals.ts";
import { useCreationId } from "../../../lib/form/use-creation-id.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Dialog, DialogClose } from "../../../ui/overlays/dialog.tsx";

type Subject = { view: SavedView; type?: undefined } | { type: RecordType; state: ViewState; view?: undefined };

/** Saves the state of a list as a new view, or gives a saved one another name and other readers. */
export function openViewDialog(subject: Subject): Promise<SavedView | undefined> {
  return openModal<SavedView>(({ open, onOpenChange, close }) => (
    <ViewDialog subject={subject} open={open} onOpenChange={onOpenChange} onSaved={close} />
  ));
}

interface ViewDialogProps {
  subject: Subject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (view: SavedView) => void;
}

function ViewDialog({ subject, open, onOpenChange, onSaved }: ViewDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const maySetTeam = hasAbility(useRole(), "manageTeamViews");
  const [name, setName] = useState(subject.view?.name ?? "");
  const [scope, setScope] = useState<ViewScope>(subject.view?.scope ?? "me");
  const [errors, setErrors] = useState<string[]>([]);
  const creationId = useCreationId();
  const options = {
    refreshes: ["savedView"] as const,
    success: "Ansicht gespeichert.",
    onSuccess: onSaved,
    onRefused: (error: unknown) => {
      const problem = problemOf(error);
      if (!problem?.problem) return false;
      const told = Object.values(problem.fields ?? {}).flat();
      setErrors(told.length > 0 ? told : [problem.message]);
      return true;
    },
  };
  const create = useMutate(trpc.savedView.create.mutationOptions(), options);
  const update = useMutate(trpc.savedView.update.mutationOptions(), options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setErrors(["Name: Bitte gib der Ansicht einen Namen."]);
    if (subject.view)
      update.mutate({ params: { id: subject.view.id }, body: { name, scope }, version: subject.view.version });
    else {
      const body = { type: subject.type, state: subject.state, name, scope };
      create.mutate({ body, creationId: creationId.idFor(JSON.stringify(body)) });
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={subject.view ? "Ansicht ändern" : "Ansicht speichern"}
      description={
        subject.view ? undefined : "Filter, Suche, Sortierung, Spalten, Darstellung und Dichte kommen mit ihr zurück."
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={create.isPending || update.isPending}
            loadingLabel="Speichert …"
          >
            Speichern
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field label="Name" errors={errors}>
          <TextInput
            value={name}
            maxLength={60}
            autoFocus
            onChange={(event) => {
              setName(event.target.value);
              setErrors([]);
            }}
          />
        </Field>
        {maySetTeam && (
          <Field label="Für wen" hint="In der Standard-Ansicht öffnet sich die Liste bei allen.">
            <ChoiceSelect labels={viewScopeLabels} value={scope} onChange={setScope} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
