import { entriesOf } from "../../../contract/narrowing.ts";
import { type BackupSettings, backupInput, backupSchedules, backupTargets } from "../../../contract/settings/backup.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { TimeInput } from "../../lib/form/time-input.tsx";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import { useSectionForm } from "../settings/use-section-form.ts";

type Figure = "sftpPort" | "keepDaily" | "keepWeekly" | "keepMonthly" | "megabitsPerSecond";
const figures = ["sftpPort", "keepDaily", "keepWeekly", "keepMonthly"] as const;
const secretNames = ["s3SecretAccessKey", "sftpPassword", "sftpPrivateKey", "webdavPassword"] as const;
type Secret = (typeof secretNames)[number];
type Fields = Omit<BackupSettings, Figure> & Record<Figure | Secret, string>;

const toFields = (values: BackupSettings): Fields => ({
  ...values,
  sftpPort: String(values.sftpPort),
  keepDaily: String(values.keepDaily),
  keepWeekly: String(values.keepWeekly),
  keepMonthly: String(values.keepMonthly),
  megabitsPerSecond: values.megabitsPerSecond === null ? "" : String(values.megabitsPerSecond),
  s3SecretAccessKey: "",
  sftpPassword: "",
  sftpPrivateKey: "",
  webdavPassword: "",
});

const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));

function toValues(fields: Fields): BackupSettings {
  const { s3SecretAccessKey: _s3, sftpPassword: _sftp, sftpPrivateKey: _key, webdavPassword: _dav, ...values } = fields;
  const [sftpPort = 0, keepDaily = 0, keepWeekly = 0, keepMonthly = 0] = figures.map((name) => toNumber(fields[name]));
  const megabitsPerSecond = fields.megabitsPerSecond.trim() === "" ? null : toNumber(fields.megabitsPerSecond);
  return { ...values, sftpPort, keepDaily, keepWeekly, keepMonthly, megabitsPerSecond };
}

const toSecrets = (fields: Fields) =>
  Object.fromEntries(secretNames.filter((name) => fields[name] !== "").map((name) => [name, fields[name]]));

const grid = "mt-[18px] grid max-w-[760px] gap-x-8 gap-y-[18px] md:grid-cols-2";

/** Where backups go, when they are made and which of them stay. */
export function BackupForm({ view }: { view: SettingsView<"backup"> }) {
  const invalidate = useInvalidate();
  const onSaved = () => invalidate(["backup", "dashboard"]);
  const form = useSectionForm({
    section: "backup",
    view,
    schema: backupInput,
    toFields,
    toValues,
    toSecrets,
    onSaved,
  });
  const { fields } = form;
  const text = (name: keyof Fields & string, label: string, hint?: string) => (
    <Field label={label} hint={hint} errors={fields.errorsOf(name)}>
      <TextInput {...fields.control(name)} autoComplete="off" spellCheck={false} />
    </Field>
  );
  const { schedule } = fields.values;
  return (
    <SectionForm form={form}>
      <Section title="Ziel">
        <div className={grid}>
          <Field label="Wohin" errors={fields.errorsOf("target")}>
            <Select {...fields.control("target")}>
              {entriesOf(backupTargets).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <TargetFields form={form} view={view} text={text} />
        <div className={grid}>
          {text(
            "secondFolder",
            "Zweites Ziel",
            "Ein Ordner auf diesem Rechner, der jedes Backup auch bekommt. Leer: keiner.",
          )}
        </div>
        <div className="mt-[18px]">
          <Checkbox
            label="Dateien und Bilder mitsichern"
            checked={fields.values.includesUploads}
            onChange={(event) => fields.change("includesUploads", event.target.checked)}
          />
        </div>
      </Section>
      <Section title="Zeitplan" className="mt-11">
        <div className={grid}>
          <Field label="Wann" errors={fields.errorsOf("schedule")}>
            <Select {...fields.control("schedule")}>
              {entriesOf(backupSchedules).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {schedule === "daily" && (
            <Field label="Uhrzeit" errors={fields.errorsOf("at")}>
              <TimeInput {...fields.control("at")} onChange={(at) => fields.change("at", at)} />
            </Field>
          )}
          {text("megabitsPerSecond", "Bandbreite", "In Mbit/s, höchstens. Leer: so schnell es geht.")}
          {text(
            "heartbeatUrl",
            "Herzschlag",
            "Diese Adresse wird nach jedem gelungenen Backup aufgerufen. Leer: keine.",
          )}
        </div>
      </Section>
      <Section title="Aufbewahrung" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Von jedem dieser Tage, Wochen und Monate bleibt das neueste Backup
          {schedule === "hourly" && ", dazu die letzten 24 Stunden"}.
        </p>
        <div className={grid}>
          {text("keepDaily", "Tage")}
          {text("keepWeekly", "Wochen")}
          {text("keepMonthly", "Monate")}
        </div>
      </Section>
    </SectionForm>
  );
}

interface TargetFieldsProps {
  form: ReturnType<typeof useSectionForm<"backup", Fields>>;
  view: SettingsView<"backup">;
  text: (name: keyof Fields & string, label: string, hint?: string) => JSX.Element;
}

function TargetFields({ form: { fields }, view, text }: TargetFieldsProps) {
  const kept = (name: Secret) => (view.secrets[name] ? "Leer lassen, um es zu behalten" : undefined);
  const setHint = (name: Secret) => {
    const secret = view.secrets[name];
    return secret && `Gesetzt am ${formatDate(secret.setAt)}${secret.setBy ? ` von ${secret.setBy}` : ""}.`;
  };
  const secret = (name: Secret, label: string) => (
    <Field label={label} hint={setHint(name) ?? undefined} errors={fields.errorsOf(name)}>
      <PasswordInput {...fields.control(name)} autoComplete="new-password" placeholder={kept(name)} />
    </Field>
  );
  switch (fields.values.target) {
    case "folder":
      return (
        <div className={grid}>
          {text("folderPath", "Ordner", "Er muss da sein, zum Beispiel als eingehängte Platte.")}
        </div>
      );
    case "s3":
      return (
        <div className={grid}>
          {text("s3Endpoint", "Endpunkt", "Leer: Amazon.")}
          {text("s3Region", "Region")}
          {text("s3Bucket", "Bucket")}
          {text("s3Prefix", "Präfix", "Ordner im Bucket, kann leer bleiben.")}
          {text("s3AccessKeyId", "Zugriffsschlüssel")}
          {secret("s3SecretAccessKey", "Geheimer Schlüssel")}
        </div>
      );
    case "sftp":
      return (
        <div className={grid}>
          {text("sftpHost", "Server")}
          {text("sftpPort", "Port")}
          {text("sftpUser", "Benutzer")}
          {text("sftpPath", "Ordner auf dem Server")}
          {secret("sftpPassword", "Passwort")}
          <Field
            label="Privater Schlüssel"
            hint={["Statt des Passworts, im Format von OpenSSH.", setHint("sftpPrivateKey")].filter(Boolean).join(" ")}
            errors={fields.errorsOf("sftpPrivateKey")}
          >
            <TextArea
              {...fields.control("sftpPrivateKey")}
              rows={3}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              placeholder={kept("sftpPrivateKey")}
            />
          </Field>
          <Fingerprint
            host={fields.values.sftpHost}
            port={Number(fields.values.sftpPort)}
            onRead={(key) => fields.change("sftpHostKey", key)}
          >
            {text("sftpHostKey", "Fingerabdruck", "SHA256:… Vergleiche ihn mit dem, den der Anbieter nennt.")}
          </Fingerprint>
        </div>
      );
    case "webdav":
      return (
        <div className={grid}>
          {text("webdavUrl", "Adresse", "Der Ordner, zum Beispiel einer Nextcloud.")}
          {text("webdavUser", "Benutzer")}
          {secret("webdavPassword", "Passwort")}
        </div>
      );
  }
}

interface FingerprintProps {
  host: string;
  port: number;
  onRead: (hostKey: string) => void;
  children: JSX.Element;
}

function Fingerprint({ host, port, onRead, children }: FingerprintProps) {
  const reading = useMutate(useTRPC().backup.fingerprint.mutationOptions(), {
    refreshes: [],
    onSuccess: ({ hostKey }) => onRead(hostKey),
  });
  return (
    <div className="grid gap-2">
      {children}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={host === ""}
        loading={reading.isPending}
        loadingLabel="Fragt …"
        onClick={() => reading.mutate({ host, port })}
      >
        Vom Server lesen
      </Button>
    </div>
  );
}
