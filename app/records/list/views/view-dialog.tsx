import { useState } from "react";
import { type ViewScope, viewScopeLabels } from "../../../../contract/records/view-scopes.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { SavedView } from "../../../../contract/saved-views/saved-views.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { FormDialog } from "../../../lib/dialogs/form-dialog.tsx";
import { useRefusals } from "../../../lib/dialogs/name-dialog.tsx";
import { useCreationId } from "../../../lib/form/use-creation-id.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import type { ViewSubject } from "./open-view-dialog.tsx";

interface ViewDialogProps {
  subject: ViewSubject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (view: SavedView) => void;
}

/** Asks for the name of a view and who reads it. */
export function ViewDialog({ subject, open, onOpenChange, onSaved }: ViewDialogProps) {
  const trpc = useTRPC();
  const maySetTeam = hasAbility(useRole(), "manageTeamViews");
  const [name, setName] = useState(subject.view?.name ?? "");
  const [scope, setScope] = useState<ViewScope>(subject.view?.scope ?? "me");
  const [isNameless, setNameless] = useState(false);
  const { refusals, onRefused, forget } = useRefusals();
  const creationId = useCreationId();
  const options = {
    refreshes: ["savedView"] as const,
    success: "Ansicht gespeichert.",
    onSuccess: onSaved,
    onRefused,
  };
  const create = useMutate(trpc.savedView.create.mutationOptions(), options);
  const update = useMutate(trpc.savedView.update.mutationOptions(), options);
  const submit = () => {
    if (name.trim() === "") return setNameless(true);
    if (subject.view)
      update.mutate({ params: { id: subject.view.id }, body: { name, scope }, version: subject.view.version });
    else {
      const body = { type: subject.type, state: subject.state, name, scope };
      create.mutate({ body, creationId: creationId.idFor(JSON.stringify(body)) });
    }
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={subject.view ? "Ansicht ändern" : "Ansicht speichern"}
      description={
        subject.view ? undefined : "Filter, Suche, Sortierung, Spalten, Darstellung und Dichte kommen mit ihr zurück."
      }
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={create.isPending || update.isPending}
      onSubmit={submit}
    >
      <Field label="Name" errors={isNameless ? ["Name: Bitte gib der Ansicht einen Namen."] : refusals}>
        <TextInput
          value={name}
          maxLength={60}
          autoFocus
          onChange={(event) => {
            setName(event.target.value);
            setNameless(false);
            forget();
          }}
        />
      </Field>
      {maySetTeam && (
        <Field label="Für wen" hint="In der Standard-Ansicht öffnet sich die Liste bei allen.">
          <ChoiceSelect labels={viewScopeLabels} value={scope} onChange={setScope} />
        </Field>
      )}
    </FormDialog>
  );
}
