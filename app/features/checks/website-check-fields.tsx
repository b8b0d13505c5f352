import type { RecordCheckConfig } from "../../../contract/checks/settings-input.ts";
import type { VantageRule } from "../../../contract/vantage-points/vantage-points.ts";
import type { useForm } from "../../lib/form/form.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

/** How one record is watched, as people type it. */
export interface CheckFields extends Record<string, unknown> {
  isEnabled: boolean;
  intervalS: string;
  timeoutMs: string;
  slowMs: string;
  method: RecordCheckConfig["http"]["method"];
  /** The codes; what is wrong with any of the following is said under this name. */
  http: string;
  keyword: string;
  forbiddenKeyword: string;
  jsonPath: string;
  jsonValue: string;
  headers: string;
  body: string;
  basicUser: string;
  password: string;
  followsRedirects: boolean;
  expectedUrl: string;
  verifiesTls: boolean;
  ports: string;
  nameservers: string;
  /** From where it is looked at; always at least one. */
  points: readonly string[];
  rule: VantageRule;
}

type FormFields = ReturnType<typeof useForm<CheckFields>>;

/** What is asked of a website, and what its answer has to be like. */
export function WebsiteFields({ fields, hasSecret }: { fields: FormFields; hasSecret: boolean }) {
  const { method, followsRedirects, verifiesTls } = fields.values;
  return (
    <>
      <div className="grid gap-x-6 gap-y-[18px] md:grid-cols-2">
        <Field label="Anfrage" errors={fields.errorsOf("method")}>
          <Select {...fields.control("method")}>
            <option value="GET">GET</option>
            <option value="HEAD">HEAD</option>
            <option value="POST">POST</option>
          </Select>
        </Field>
        <Field label="Erwartete Codes" hint="Etwa 200-299, 401." errors={otherErrors(fields)}>
          <TextInput {...fields.control("http")} autoComplete="off" spellCheck={false} />
        </Field>
        <TextField fields={fields} name="keyword" label="Stichwort muss vorkommen" />
        <TextField fields={fields} name="forbiddenKeyword" label="Stichwort darf nicht vorkommen" />
        <TextField fields={fields} name="jsonPath" label="JSON-Pfad" hint="Etwa status.ok." />
        <TextField fields={fields} name="jsonValue" label="Wert am JSON-Pfad" />
        <TextField fields={fields} name="basicUser" label="Benutzer (Basic-Auth)" />
        <Field
          label="Passwort"
          hint={hasSecret ? "Gespeichert. Leer: bleibt, wie es ist." : "Wird versiegelt gespeichert."}
          errors={fields.errorsOf("password")}
        >
          <TextInput {...fields.control("password")} type="password" autoComplete="new-password" />
        </Field>
      </div>
      <Field
        label="Kopfzeilen"
        hint="Eine je Zeile, etwa „Accept: application/json“. Alle im Team können sie lesen."
        errors={errorsAbout(fields, "Kopfzeilen")}
      >
        <TextArea {...fields.control("headers")} rows={2} spellCheck={false} />
      </Field>
      {method === "POST" && (
        <Field label="Inhalt der Anfrage" errors={errorsAbout(fields, "Inhalt der Anfrage")}>
          <TextArea {...fields.control("body")} rows={3} spellCheck={false} />
        </Field>
      )}
      <Switch
        label="Weiterleitungen folgen"
        checked={followsRedirects}
        onChange={(event) => fields.change("followsRedirects", event.target.checked)}
      />
      {followsRedirects && (
        <Field
          label="Ziel der Weiterleitung"
          hint="Die ganze Adresse, bei der Besucher ankommen müssen. Leer: jedes Ziel gilt."
          errors={errorsAbout(fields, "Ziel der Weiterleitung")}
        >
          <TextInput {...fields.control("expectedUrl")} inputMode="url" autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <Switch
        label="Zertifikat muss gültig sein"
        checked={verifiesTls}
        onChange={(event) => fields.change("verifiesTls", event.target.checked)}
      />
    </>
  );
}

/** What has errors of its own: each sentence begins with the label of its field. */
const told = ["Kopfzeilen", "Inhalt der Anfrage", "Ziel der Weiterleitung"];
const errorsAbout = (fields: FormFields, label: string) =>
  fields.errorsOf("http").filter((sentence) => sentence.startsWith(label));
const otherErrors = (fields: FormFields) =>
  fields.errorsOf("http").filter((sentence) => !told.some((label) => sentence.startsWith(label)));

interface TextFieldProps {
  fields: FormFields;
  name: keyof CheckFields & string;
  label: string;
  hint?: string;
  inputMode?: "numeric";
}

export function TextField({ fields, name, label, hint, inputMode }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} errors={fields.errorsOf(name)}>
      <TextInput {...fields.control(name)} inputMode={inputMode} autoComplete="off" spellCheck={false} />
    </Field>
  );
}
