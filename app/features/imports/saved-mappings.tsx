import { Save, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ImportView } from "../../../contract/imports/imports.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import type { MappingState } from "./use-mapping.ts";

interface SavedMappingsProps {
  view: ImportView;
  mapping: MappingState;
}

/** Mappings of earlier files with the same headings, and a button that keeps this one. */
export function SavedMappings({ view, mapping }: SavedMappingsProps) {
  const trpc = useTRPC();
  const remove = useMutate(trpc.import.deleteMapping.mutationOptions(), { refreshes: ["import"] });
  const hasHeadings = view.columns.some(({ heading }) => heading !== "");
  if (!hasHeadings) return null;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 text-ui">
      {view.mappings.length > 0 && <span className="text-text-3">Gespeicherte Zuordnung:</span>}
      {view.mappings.map(({ id, name, settings }) => (
        <span key={id} className="inline-flex items-center rounded-6 border border-line-strong">
          <Button variant="ghost" size="sm" onClick={() => mapping.change(settings)}>
            {name}
          </Button>
          <IconButton
            icon={X}
            size="sm"
            label={`Zuordnung „${name}“ vergessen`}
            onClick={() => remove.mutate({ mappingId: id })}
          />
        </span>
      ))}
      <SaveDialog view={view} mapping={mapping} />
    </div>
  );
}

function SaveDialog({ view, mapping }: SavedMappingsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" icon={Save} onClick={() => setOpen(true)}>
        Zuordnung speichern
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Zuordnung speichern"
        description="Sie wird angeboten, sobald eine Datei dieselben Überschriften hat."
      >
        <SaveForm view={view} mapping={mapping} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SaveForm({ view, mapping, onDone }: SavedMappingsProps & { onDone: () => void }) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<string[]>([]);
  const save = useMutate(trpc.import.saveMapping.mutationOptions(), {
    refreshes: ["import"],
    success: "Zuordnung gespeichert.",
    onSuccess: onDone,
    onRefused: (error) => {
      const problem = problemOf(error);
      if (!problem?.fields && problem?.problem !== "forbidden") return false;
      setErrors(problem.fields ? Object.values(problem.fields).flat() : [problem.message]);
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() === "") return setErrors(["Name: Pflichtfeld."]);
    save.mutate({ id: view.id, name, settings: mapping.settings });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4">
      <Field label="Name" errors={errors}>
        <TextInput
          value={name}
          maxLength={80}
          placeholder="Zum Beispiel: Kundenliste aus der Buchhaltung"
          onChange={(event) => {
            setName(event.target.value);
            setErrors([]);
          }}
        />
      </Field>
      <DialogFooter onCancel={onDone} className="mt-[22px]">
        <Button type="submit" variant="primary" loading={save.isPending} loadingLabel="Speichert …">
          Speichern
        </Button>
      </DialogFooter>
    </form>
  );
}
