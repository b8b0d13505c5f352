import { useQuery } from "@tanstack/react-query";
import { checkTargetTypeOf } from "../../../contract/checks/kinds.ts";
import { type RecordCheckConfig, recordCheckConfig } from "../../../contract/checks/settings-input.ts";
import type { CheckSettingsView } from "../../../contract/checks/views.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { portalPoint } from "../../../contract/vantage-points/vantage-points.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useForm } from "../../lib/form/form.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { VantageFields } from "./vantage/vantage-fields.tsx";
import { type CheckFields, TextField, WebsiteFields } from "./website-check-fields.tsx";

interface CheckSettingsDialogProps extends ModalControls<true> {
  record: RecordRow;
}

/** How one record is watched, where that differs from what the settings of the portal say. */
export function CheckSettingsDialog({ record, ...controls }: CheckSettingsDialogProps) {
  const type = checkTargetTypeOf(record);
  const settings = useQuery(useTRPC().check.settings.queryOptions({ type, id: record.id }));
  if (settings.data)
    return <SettingsForm key={settings.data.version} record={record} view={settings.data} {...controls} />;
  return (
    <Dialog open={controls.open} onOpenChange={controls.onOpenChange} title="Überwachung einstellen">
      <div className="mt-4">
        <QueryPanel query={settings} rows={4}>
          {() => null}
        </QueryPanel>
      </div>
    </Dialog>
  );
}

const figureText = (value: number | null) => (value === null ? "" : String(value));
const figure = (text: string) => (text.trim() === "" ? null : Number(text.replace(",", ".")));
const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
const parts = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

const toFields = ({ http, ports, nameservers, ...config }: RecordCheckConfig): CheckFields => ({
  isEnabled: config.isEnabled,
  intervalS: figureText(config.intervalS),
  timeoutMs: figureText(config.timeoutMs),
  slowMs: figureText(config.slowMs),
  method: http.method,
  http: http.expectedCodes.join(", "),
  keyword: http.keyword ?? "",
  forbiddenKeyword: http.forbiddenKeyword ?? "",
  jsonPath: http.jsonPath ?? "",
  jsonValue: http.jsonValue ?? "",
  headers: http.headers.map(({ name, value }) => `${name}: ${value}`).join("\n"),
  body: http.body ?? "",
  basicUser: http.basicUser ?? "",
  password: "",
  followsRedirects: http.followsRedirects,
  expectedUrl: http.expectedUrl ?? "",
  verifiesTls: http.verifiesTls,
  ports: ports.join(", "),
  nameservers: nameservers.join("\n"),
  points: config.points.length > 0 ? config.points : [portalPoint],
  rule: config.rule,
});

/** `Name: Wert` in each line; a line without a colon is a name that is none. */
function headersIn(text: string): { name: string; value: string }[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const colon = line.indexOf(":");
    return colon < 0
      ? { name: "", value: line.trim() }
      : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
  });
}

/** What is gone is no choice any more. */
function withKnownPoints(fields: CheckFields, { vantagePoints }: CheckSettingsView): CheckFields {
  const isThere = (id: string) => id === portalPoint || vantagePoints.some((point) => point.id === id);
  const points = fields.points.filter(isThere);
  return { ...fields, points: points.length > 0 ? points : [portalPoint] };
}

/** What the form does not show stays as it is. */
const toConfig = (stored: RecordCheckConfig, fields: CheckFields): RecordCheckConfig => ({
  isEnabled: fields.isEnabled,
  intervalS: figure(fields.intervalS),
  timeoutMs: figure(fields.timeoutMs),
  slowMs: figure(fields.slowMs),
  http: {
    ...stored.http,
    method: fields.method,
    expectedCodes: parts(fields.http),
    keyword: orNull(fields.keyword),
    forbiddenKeyword: orNull(fields.forbiddenKeyword),
    jsonPath: orNull(fields.jsonPath),
    jsonValue: orNull(fields.jsonValue),
    headers: headersIn(fields.headers),
    body: fields.body === "" ? null : fields.body,
    basicUser: orNull(fields.basicUser),
    followsRedirects: fields.followsRedirects,
    expectedUrl: orNull(fields.expectedUrl),
    verifiesTls: fields.verifiesTls,
  },
  ports: parts(fields.ports).map(Number),
  nameservers: parts(fields.nameservers),
  points: fields.points.length === 1 && fields.points[0] === portalPoint ? [] : [...fields.points],
  rule: fields.rule,
});

function SettingsForm({
  record,
  view,
  open,
  onOpenChange,
  close,
}: CheckSettingsDialogProps & { view: CheckSettingsView }) {
  const { id, title } = record;
  const type = checkTargetTypeOf(record);
  const fields = useForm<CheckFields>({
    schema: recordCheckConfig,
    initial: withKnownPoints(toFields(view.config), view),
    toInput: (values) => toConfig(view.config, values),
  });
  const save = useMutate(useTRPC().check.configure.mutationOptions(), {
    refreshes: ["check", type, "change"],
    success: "Gespeichert.",
    onSuccess: () => close(true),
    onRefused: fields.showRefusal,
  });
  const submit = () => {
    if (!fields.isValid()) return;
    const { password, basicUser } = fields.values;
    const secret =
      basicUser.trim() === "" ? (view.hasSecret ? null : undefined) : password === "" ? undefined : password;
    save.mutate({
      type,
      id,
      version: view.version,
      config: toConfig(view.config, fields.values),
      ...(secret !== undefined && { secret }),
    });
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Überwachung einstellen"
      description={title}
      width={560}
      staysOpen
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={save.isPending}
      formRef={fields.form}
      message={fields.message}
      onSubmit={submit}
    >
      <Switch
        label="Überwachen"
        checked={fields.values.isEnabled}
        onChange={(event) => fields.change("isEnabled", event.target.checked)}
      />
      <div className="grid gap-x-6 gap-y-[18px] md:grid-cols-3">
        <TextField
          fields={fields}
          name="intervalS"
          label="Abstand"
          hint="Sekunden. Leer: wie üblich."
          inputMode="numeric"
        />
        <TextField fields={fields} name="timeoutMs" label="Zeitlimit" hint="Millisekunden." inputMode="numeric" />
        {type !== "domain" && (
          <TextField fields={fields} name="slowMs" label="Langsam ab" hint="Millisekunden." inputMode="numeric" />
        )}
      </div>
      {view.vantagePoints.length > 0 && <VantageFields fields={fields} choices={view.vantagePoints} />}
      {type === "website" && <WebsiteFields fields={fields} hasSecret={view.hasSecret} />}
      {type === "host" && (
        <TextField
          fields={fields}
          name="ports"
          label="Ports, die antworten müssen"
          hint="Mit Komma getrennt, etwa 22, 443, 993."
        />
      )}
      {type === "domain" && (
        <Field
          label="Nameserver, die in der Antwort stehen müssen"
          hint="Einer je Zeile. Leer: jede Antwort gilt."
          errors={fields.errorsOf("nameservers")}
        >
          <TextArea {...fields.control("nameservers")} rows={3} spellCheck={false} />
        </Field>
      )}
    </FormDialog>
  );
}
