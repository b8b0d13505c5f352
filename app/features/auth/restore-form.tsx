import { useEffect, useRef, useState } from "react";
import { signInPath } from "../../../contract/auth/auth.ts";
import {
  type RestorableSnapshot,
  type RestoreProgress,
  type RestoreState,
  restorePhases,
} from "../../../contract/backups/restore.ts";
import type { FieldProblems } from "../../../contract/problems.ts";
import { counted } from "../../../contract/values/counted.ts";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { ProgressLine } from "../../ui/status/progress-line.tsx";
import { FormMessage } from "./auth-form.tsx";
import { askRestore, type Refusal } from "./restore-request.ts";

const lookEveryMs = 1000;

/** Finds a backup, takes the key to it, and follows how it comes back. */
export function RestoreForm({ token: fromLink }: { token: string }) {
  const [source, setSource] = useState({ token: fromLink, from: "", secret: "" });
  const [privateKey, setPrivateKey] = useState("");
  const [snapshots, setSnapshots] = useState<RestorableSnapshot[]>();
  const [order, setOrder] = useState<Order>({ snapshot: "", key: "" });
  const [refusal, setRefusal] = useState<Refusal>();
  const [isAsking, setIsAsking] = useState(false);
  const [state, setState] = useState<RestoreState>({ step: "idle" });
  const form = useRef<HTMLFormElement>(null);
  const errors: FieldProblems = refusal?.fields ?? {};
  const isSftp = /^\s*sftp:/i.test(source.from);
  useEffect(() => {
    if (!fromLink) return;
    // Another tab may have begun one, or this one before it was loaded again.
    void askRestore<RestoreState>("/state", { token: fromLink }).then((answer) => {
      if ("data" in answer) setState((known) => (known.step === "idle" ? answer.data : known));
    });
  }, [fromLink]);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal]);

  const change = (name: keyof typeof source) => (event: { target: { value: string } }) => {
    setSource({ ...source, [name]: event.target.value });
    // Another source has other backups.
    setSnapshots(undefined);
  };
  /** Shows the one that somebody else has begun; false where there is none. */
  const joinRunning = async (token: string) => {
    const answer = await askRestore<RestoreState>("/state", { token });
    const isThere = "data" in answer && isUnderWay(answer.data);
    if (isThere) setState(answer.data);
    return isThere;
  };
  const submit = async () => {
    setIsAsking(true);
    setRefusal(undefined);
    // What ended the last attempt says nothing of this one.
    setState({ step: "idle" });
    const opened = isSftp && privateKey.trim() ? { ...source, secret: privateKey } : source;
    if (snapshots) {
      const answer = await askRestore<RestoreState>("", { ...opened, ...order });
      if ("data" in answer) setState(answer.data);
      else if (!(answer.refusal.status === 412 && (await joinRunning(source.token)))) setRefusal(answer.refusal);
    } else {
      const answer = await askRestore<RestorableSnapshot[]>("/list", opened);
      if ("refusal" in answer) setRefusal(answer.refusal);
      else {
        setSnapshots(answer.data);
        setOrder({ ...order, snapshot: answer.data[0]?.id ?? "" });
        if (answer.data.length === 0) setRefusal({ message: "Dort liegt kein Backup dieses Portals.", fields: {} });
      }
    }
    setIsAsking(false);
  };

  if (isUnderWay(state)) return <Progress token={source.token} state={state} onState={setState} />;
  const message = state.step === "failed" ? state.message : refusal?.message;
  const isFound = snapshots !== undefined && snapshots.length > 0;
  return (
    <form
      ref={form}
      noValidate
      className="mt-7 grid gap-[18px]"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {message && Object.keys(errors).length === 0 && <FormMessage text={message} />}
      {(!fromLink || errors.token) && (
        <TokenField value={source.token} onChange={change("token")} errors={errors.token} />
      )}
      <Field
        label="Woher"
        hint="Ein Ordner auf diesem Rechner, s3://SCHLÜSSEL@BUCKET/PRÄFIX?endpoint=https://…, sftp://BENUTZER@SERVER/ORDNER?hostkey=SHA256:… oder die WebDAV-Adresse https://BENUTZER@SERVER/ORDNER."
        errors={errors.from}
      >
        <TextInput value={source.from} onChange={change("from")} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Passwort des Ziels" hint="Ein Ordner braucht keines." errors={errors.secret}>
        <PasswordInput value={source.secret} onChange={change("secret")} autoComplete="off" />
      </Field>
      {isSftp && <PrivateKeyField value={privateKey} onValue={setPrivateKey} />}
      {isFound && <SnapshotFields snapshots={snapshots} order={order} onOrder={setOrder} errors={errors} />}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={isAsking}
        loadingLabel={isFound ? "Beginnt …" : "Sucht …"}
      >
        {isFound ? "Prüfen und zurückspielen" : "Backups suchen"}
      </Button>
    </form>
  );
}

interface TokenFieldProps {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  errors: string[] | undefined;
}

function TokenField({ value, onChange, errors }: TokenFieldProps) {
  return (
    <Field label="Einrichtungscode" hint="Er steht im Terminal, in dem das Portal gestartet wurde." errors={errors}>
      <TextInput value={value} onChange={onChange} className="font-mono" autoComplete="off" />
    </Field>
  );
}

function PrivateKeyField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  return (
    <Field label="Privater Schlüssel" hint="Statt des Passworts, im Format von OpenSSH.">
      <TextArea
        value={value}
        onChange={(event) => onValue(event.target.value)}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
      />
    </Field>
  );
}

type UnderWay = Exclude<RestoreState, { step: "idle" | "failed" }>;

const isUnderWay = (state: RestoreState): state is UnderWay => state.step === "running" || state.step === "restarting";

interface Order {
  snapshot: string;
  key: string;
}

interface SnapshotFieldsProps {
  snapshots: readonly RestorableSnapshot[];
  order: Order;
  onOrder: (order: Order) => void;
  errors: FieldProblems;
}

/** Which of the found backups comes back, and the key that opens it. */
function SnapshotFields({ snapshots, order, onOrder, errors }: SnapshotFieldsProps) {
  return (
    <>
      <Field label="Backup" errors={errors.snapshot}>
        <Select value={order.snapshot} onChange={(event) => onOrder({ ...order, snapshot: event.target.value })}>
          {snapshots.map(({ id, at, bytes }) => (
            <option key={id} value={id}>
              {formatDateTime(new Date(at))}
              {`, ${formatBytes(bytes)} ohne Dateien`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Wiederherstellungsschlüssel" hint="Er beginnt mit AGE-SECRET-KEY-1." errors={errors.key}>
        <PasswordInput
          value={order.key}
          onChange={(event) => onOrder({ ...order, key: event.target.value })}
          className="font-mono"
          autoComplete="off"
        />
      </Field>
    </>
  );
}

interface ProgressProps {
  token: string;
  state: UnderWay;
  onState: (state: RestoreState) => void;
}

function Progress({ token, state, onState }: ProgressProps) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (isDone) return;
    const timer = setInterval(async () => {
      const answer = await askRestore<RestoreState>("/state", { token });
      // While the portal starts anew nobody answers; then it has accounts, and the link is over.
      if ("data" in answer) onState(answer.data);
      else if (answer.refusal.status === 412) setIsDone(true);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [token, isDone, onState]);
  const isRunning = state.step === "running";
  const notes = state.step === "restarting" ? state.notes : [];
  return (
    <div className="mt-7 grid gap-[18px]">
      <p role="status" className="text-text-2">
        {isDone
          ? "Das Backup ist zurückgespielt."
          : isRunning
            ? runningText(state.progress)
            : `Geprüft: Stand vom ${formatDateTime(new Date(state.at))}, ${counted(state.uploads, "Datei", "Dateien")}. Das Portal startet damit neu.`}
      </p>
      {!isDone && (
        <ProgressLine label="Das Backup wird zurückgespielt" part={isRunning ? partOf(state.progress) : undefined} />
      )}
      {notes.map((note) => (
        <p key={note} className="text-ui">
          {note}
        </p>
      ))}
      {isDone && (
        <a href={signInPath} className={buttonClass({ variant: "primary", size: "lg" })}>
          Zur Anmeldung
        </a>
      )}
    </div>
  );
}

function runningText(progress: RestoreProgress | null): string {
  if (!progress) return "Das Backup wird gesucht.";
  const { phase, done, total, bytes } = progress;
  const reached = done > 0 ? `, ${formatNumber(done)} von ${counted(total, "Datei", "Dateien")}` : "";
  return `${restorePhases[phase]}${reached}${bytes > 0 ? `, ${formatBytes(bytes)}` : ""}.`;
}

const partOf = (progress: RestoreProgress | null) =>
  progress && progress.totalBytes > 0 && progress.phase !== "archive"
    ? progress.bytes / progress.totalBytes
    : undefined;
