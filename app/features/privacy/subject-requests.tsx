import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Subject, SubjectType } from "../../../contract/privacy/privacy.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
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
        <EraseDialog
          name={subject.name}
          description={erasureText(subject)}
          mutation={trpc.privacy.eraseSubject.mutationOptions()}
          input={{ type: subject.type, id: subject.id, name: subject.name }}
          refreshes={[subject.type, "customer", "change", "relation"]}
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

const erasureText = ({ type, domains }: Subject) =>
  type === "contact"
    ? "Der Ansprechpartner wird endgültig gelöscht, mit Namen, Adressen und Telefonnummern im Verlauf, in Benachrichtigungen und in Importen. Das lässt sich nicht zurücknehmen."
    : `Der Inhaber wird von ${domains.join(", ")} genommen, auch im Verlauf, in Benachrichtigungen und in Importen. Das lässt sich nicht zurücknehmen.`;

/** Customers whose „Aufbewahren bis“ has passed, with the people whose data could go now. */
function ErasureProposals({ onErase }: { onErase: (contact: Ref) => void }) {
  const { data: proposals = [] } = useQuery(useTRPC().privacy.proposals.queryOptions({}));
  if (proposals.length === 0) return null;
  return (
    <>
      <h3 className="mt-7 font-550">Aufbewahrung abgelaufen</h3>
      <ul aria-label="Vorschläge zur Löschung" className="mt-2 border-t">
        {proposals.map(({ customer, retentionUntil, isArchived, contacts }) => (
          <li key={customer.id} className="border-b py-2 text-ui">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link to={`/customers/${customer.id}`} className={linkClass}>
                {customer.title}
              </Link>
              <span className="text-text-3">
                aufzubewahren bis {formatDay(retentionUntil)}
                {isArchived && ", archiviert"}
              </span>
            </p>
            {contacts.length === 0 && <p className="mt-1 text-text-2">Keine Ansprechpartner mehr gespeichert.</p>}
            {contacts.map(({ id, title }) => (
              <p key={id} className="mt-1 flex flex-wrap items-center justify-between gap-2">
                <span>{title}</span>
                <Button size="sm" variant="danger" onClick={() => onErase({ id, label: title })}>
                  Daten löschen …
                </Button>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
