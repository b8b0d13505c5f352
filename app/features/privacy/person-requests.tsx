import { useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { erasedName } from "../../../contract/privacy/privacy.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Section } from "../../ui/section.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { useExportPerson } from "./use-export-person.ts";

/** Gives out what is kept of a person, for somebody of the team who asks for it. */
export function ExportPerson() {
  const exporting = useExportPerson();
  const [person, setPerson] = useState<Ref | null>(null);
  return (
    <Section title="Auskunft" className="mt-11">
      <p className="mt-3 max-w-[640px] text-text-2">
        Alles, was das Portal über eine Person gespeichert hat, als JSON-Datei; Geheimnisse und Passwörter sind nicht
        dabei. Der Export steht danach im Protokoll.
      </p>
      <div className="mt-[18px] flex flex-wrap items-end gap-2">
        <Field label="Person" className="w-full md:w-[320px]">
          <RelationPicker to="user" value={person} onChange={setPerson} />
        </Field>
        <Button
          icon={Download}
          disabled={person === null}
          loading={exporting.isPending}
          loadingLabel="Sammelt …"
          className="md:h-9"
          onClick={() => person && exporting.mutate({ id: person.id })}
        >
          Daten exportieren
        </Button>
      </div>
    </Section>
  );
}

const maxPeople = 100;

/** Erases who somebody was, once their account is locked. */
export function ErasePerson() {
  const trpc = useTRPC();
  const people = useQuery(trpc.user.list.queryOptions({ page: 1, limit: maxPeople, where: { state: "deactivated" } }));
  const [id, setId] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const exporting = useExportPerson();
  const found = people.data?.data.filter(({ name }) => name !== erasedName) ?? [];
  const person = found.find((each) => each.id === id);
  return (
    <Section title="Löschung" className="mt-11">
      <p className="mt-3 max-w-[640px] text-text-2">
        Löscht Namen, Adressen und alles, woran eine Person zu erkennen ist. Was sie für die Agentur geschrieben hat,
        bleibt unter „{erasedName}“. Das geht nur bei gesperrten Konten und lässt sich nicht zurücknehmen.
      </p>
      <div className="mt-[18px] flex flex-wrap items-end gap-2">
        <Field label="Gesperrtes Konto" className="w-full md:w-[320px]">
          <Select value={id} onChange={(event) => setId(event.target.value)} disabled={found.length === 0}>
            <option value="">
              {people.isSuccess && found.length === 0 ? "Kein Konto ist gesperrt" : "Bitte wählen"}
            </option>
            {found.map(({ id: userId, name, email }) => (
              <option key={userId} value={userId}>
                {name} ({email})
              </option>
            ))}
          </Select>
        </Field>
        <Button
          icon={Download}
          disabled={!person}
          loading={exporting.isPending}
          loadingLabel="Sammelt …"
          className="md:h-9"
          onClick={() => exporting.mutate({ id })}
        >
          Vorher exportieren
        </Button>
        <Button variant="danger" icon={Trash2} disabled={!person} className="md:h-9" onClick={() => setIsAsking(true)}>
          Daten löschen …
        </Button>
      </div>
      {person && (
        <EraseDialog
          name={person.name}
          description="Name, Adressen, Sitzungen, Benachrichtigungen und private Seiten werden endgültig gelöscht. Auch im Verlauf steht die Person danach ohne Namen."
          mutation={trpc.privacy.erasePerson.mutationOptions()}
          input={{ id: person.id, name: person.name }}
          refreshes={["user", "change"]}
          open={isAsking}
          onOpenChange={setIsAsking}
          onErased={() => setId("")}
        />
      )}
    </Section>
  );
}
