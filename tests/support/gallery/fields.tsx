import { Search } from "lucide-react";
import { Checkbox } from "../../../app/ui/form/checkbox.tsx";
import { Field } from "../../../app/ui/form/field.tsx";
import { Segment } from "../../../app/ui/form/segment.tsx";
import { Select } from "../../../app/ui/form/select.tsx";
import { Switch } from "../../../app/ui/form/switch.tsx";
import { TextArea } from "../../../app/ui/form/text-area.tsx";
import { PasswordInput, TextInput } from "../../../app/ui/form/text-input.tsx";
import { ListError, NoHits } from "../../../app/ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../app/ui/placeholders/skeleton.tsx";
import { Tabs } from "../../../app/ui/tabs.tsx";
import { Part } from "./part.tsx";

export function Fields() {
  return (
    <>
      <Part name="Felder: Ruhe, Fokus, Fehler, gesperrt">
        <div className="grid gap-4">
          <Field label="Adresse" hint="Den Rest finden wir heraus.">
            <TextInput placeholder="https://" />
          </Field>
          <Field label="Name">
            <TextInput
              defaultValue="Weingut Amsel"
              className="!border-focus outline outline-2 outline-offset-[-1px] outline-focus"
            />
          </Field>
          <Field
            label="Domain"
            errors={["Bitte die Domain ohne Subdomain eingeben (gemeint: weingut-amsel.example?)."]}
          >
            <TextInput defaultValue="www.weingut-amsel.example" />
          </Field>
          <Field label="Inventarnr." mark="automatisch">
            <TextInput disabled defaultValue="MT-00052" />
          </Field>
          <div className="flex gap-[18px]">
            <Checkbox label="Intern" defaultChecked />
            <Checkbox label="Archiviert zeigen" />
            <Switch label="Überwachung" defaultChecked />
          </div>
        </div>
      </Part>
      <Part name="Weitere Felder">
        <div className="grid gap-4">
          <Field label="Passwort" aside={<a href="#vergessen">Passwort vergessen?</a>}>
            <PasswordInput defaultValue="geheim" />
          </Field>
          <TextInput icon={Search} aria-label="Suchen" placeholder="Suchen" />
          <Field label="Rolle">
            <Select defaultValue="b">
              <option value="a">Mitarbeiter</option>
              <option value="b">Betreuer</option>
            </Select>
          </Field>
          <Field label="Notiz" mark="optional">
            <TextArea defaultValue="Zugang liegt im Tresor." />
          </Field>
          <div className="flex gap-[18px]">
            <Checkbox label="Teilweise" indeterminate />
            <Checkbox label="Gesperrt" disabled defaultChecked />
            <Switch label="Aus" />
          </div>
        </div>
      </Part>
      <Part name="Umschalter, Reiter">
        <Segment
          label="Zeitraum"
          size="sm"
          defaultValue="24h"
          options={[
            { value: "24h", label: "24 h" },
            { value: "7t", label: "7 T" },
            { value: "30t", label: "30 T" },
          ]}
        />
        <Tabs
          label="Abschnitte"
          className="mt-4"
          items={[
            { label: "Übersicht", current: true },
            { label: "Dateien", count: 12 },
            { label: "Termine", count: 2, urgent: true },
          ]}
          renderLink={(item, link) => <a href={`#${item.label}`} {...link} />}
        />
      </Part>
      <Part name="Tabelle: lädt, Fehler, keine Treffer">
        <RowSkeletons rows={3} />
        <ListError errorId="91c2-0b7e" onRetry={() => {}} className="border-b" />
        <NoHits onReset={() => {}} />
      </Part>
    </>
  );
}
