import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Subject, SubjectType } from "../../../contract/privacy/privacy.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { ErasureProposals } from "./erasure-proposals.tsx";
import { useExportSubject } from "./use-export-person.ts";

const kinds: Record<SubjectType, { label: string; picker: string }> = {
  contact: { label: "Ansprechpartner", picker: "Ansprechpartner" },
  domain: { label: "Inhaber einer Domain", picker: "Domain" },
};

/** Gives out and erases what is kept of people beside the team: contacts of customers, and holders of domains. */
export function SubjectRequests() {
  const trpc = useTRPC();
  const [type, setType] = useState<SubjectType>("contact");
  const [picked, setPicked] = useState<Ref | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const exporting = useExportSubject();
  const found = useQuery({
    ...trpc.privacy.findSubject.queryOptions({ type, id: picked?.id ?? "" }),
    enabled: picked !== null,
    retry: false,
  });
  const subject = picked ? found.data : undefined;
  const problem = picked && found.error ? problemOf(found.error)?.message : undefined;
  const ask = (contact: Ref) => {
    setType("contact");
    setPicked(contact);
    setIsAsking(true);
  };
  return (
    <Section title="Ansprechpartner und Inhaber" className="mt-11">
      <p className="mt-3 max-w-[640px] text-text-2">
        Auskunft und Löschung für Menschen außerhalb des Teams. Gelöscht werden Name, Adressen und Telefonnummern, auch
        im Verlauf, in der Suche, in Benachrichtigungen und in Importen; eine Domain bleibt ohne ihren Inhaber.
      </p>
      <div className="mt-[18px] flex flex-wrap items-end gap-2">
        <Field label="Wer" className="w-full md:w-[200px]">
          <Select
            value={type}
            onChange={(event) => {
              setType(event.target.value as SubjectType);
              setPicked(null);
            }}
          >
            {Object.entries(kinds).map(([kind, { label }]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={kinds[type].picker}
          className="w-full md:w-[320px]"
          {...(problem && { errors: [problem] })}
          {...(subject && type === "domain" && { hint: holderHint(subject) })}
        >
          <RelationPicker key={type} to={type} value={picked} onChange={setPicked} />
        </Field>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={Download}
          disabled={!subject}
          loading={exporting.isPending}
          loadingLabel="Sammelt …"
          onClick={() => subject && exporting.mutate({ type, id: subject.id })}
        >
          Daten exportieren
        </Button>
        <Button variant="danger" icon={Trash2} disabled={!subject} onClick={() => setIsAsking(true)}>
          Daten löschen …
        </Button>
      </div>
      <ErasureProposals onErase={ask} />
      {subject && (
        <EraseSubjectDialog
          subject={subject}
          open={isAsking}
          onOpenChange={setIsAsking}
          onErased={() => setPicked(null)}
        />
      )}
    </Section>
  );
}

function holderHint({ name, domains }: Subject): string {
  const others = domains.length === 1 ? "eine Domain" : `${domains.length} Domains`;
  return `Inhaber: ${name}, ${others}.`;
}

interface EraseSubjectDialogProps {
  subject: Subject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onErased: () => void;
}

function EraseSubjectDialog({ subject, open, onOpenChange, onErased }: EraseSubjectDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { type, id, name, domains } = subject;
  const erase = useMutate(trpc.privacy.eraseSubject.mutationOptions(), {
    refreshes: [type, "customer", "change", "relation"],
    success: "Daten gelöscht.",
    onSuccess: async () => {
      onOpenChange(false);
      onErased();
      await queryClient.invalidateQueries(trpc.privacy.erasures.queryFilter());
      await queryClient.invalidateQueries(trpc.privacy.proposals.queryFilter());
    },
    onRefused: (error) => {
      const problem = problemOf(error);
      setErrors(problem ? (problem.fields?.name ?? [problem.message]) : []);
      return problem !== undefined;
    },
  });
  const description =
    type === "contact"
      ? "Der Ansprechpartner wird endgültig gelöscht, mit Namen, Adressen und Telefonnummern im Verlauf, in Benachrichtigungen und in Importen. Das lässt sich nicht zurücknehmen."
      : `Der Inhaber wird von ${domains.join(", ")} genommen, auch im Verlauf, in Benachrichtigungen und in Importen. Das lässt sich nicht zurücknehmen.`;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setErrors([]);
        onOpenChange(next);
      }}
      title={`Daten von ${name} löschen?`}
      description={description}
      nameToType={name}
      confirmLabel="Endgültig löschen"
      pendingLabel="Löscht …"
      pending={erase.isPending}
      errors={errors}
      onConfirm={() => erase.mutate({ type, id, name })}
    />
  );
}
