import { useQuery } from "@tanstack/react-query";
import { type BackupRun, type BackupState, backupKinds, backupPhases } from "../../../contract/backups/backups.ts";
import { counted } from "../../../contract/values/counted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Button } from "../../ui/button.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { ConfirmButton } from "../../ui/overlays/confirm-button.tsx";
import { Section } from "../../ui/section.tsx";
import { LogRow } from "../../ui/status/log-row.tsx";
import { ProgressLine } from "../../ui/status/progress-line.tsx";
import { Status } from "../../ui/status/status.tsx";
import { formatDuration } from "../settings/format-measures.ts";

const lookEveryMs = 1000;

/** How backups stand, „Jetzt sichern“ and what came of the last ones. */
export function BackupPanel() {
  const state = useQuery({
    ...useTRPC().backup.get.queryOptions({}),
    refetchInterval: (query) => (query.state.data?.running ? lookEveryMs : false),
  });
  return (
    <QueryPanel query={state} failure="Der Stand der Backups konnte nicht gelesen werden.">
      {(backups) => <Standing backups={backups} />}
    </QueryPanel>
  );
}

const lights = {
  ok: { state: "online", word: "In Ordnung" },
  late: { state: "degraded", word: "Überfällig" },
  untested: { state: "degraded", word: "Ungeprüft" },
  failed: { state: "offline", word: "Beschädigt" },
  incomplete: { state: "degraded", word: "Unvollständig" },
  noted: { state: "degraded", word: "Mit Hinweis" },
  off: { state: "degraded", word: "Kein Zeitplan" },
} as const;

function Standing({ backups }: { backups: BackupState }) {
  const { light, message, running, runs, lastGoodBackupAt, lastGoodTestAt, lastTest, nextAt, target, uploads } =
    backups;
  const starting = useMutate(useTRPC().backup.start.mutationOptions(), { refreshes: ["backup", "dashboard"] });
  const isBusy = running !== null || starting.isPending;
  return (
    <>
      <Section
        title="Stand"
        aside={
          <>
            <Button
              size="sm"
              variant="ghost"
              disabled={isBusy || !lastGoodBackupAt}
              onClick={() => starting.mutate({ kind: "test" })}
            >
              Jetzt testen
            </Button>
            <Button size="sm" disabled={isBusy || target === null} onClick={() => starting.mutate({ kind: "backup" })}>
              Jetzt sichern
            </Button>
          </>
        }
      >
        <p className="mt-3 flex max-w-[640px] flex-wrap items-baseline gap-x-3 gap-y-1">
          <Status state={lights[light].state}>{lights[light].word}</Status>
          <span className="min-w-0 text-text-2 [overflow-wrap:anywhere]">{message}</span>
        </p>
        {(running ? [] : backups.refusals).map(({ id, target: refused }) => (
          <div key={id} className="mt-3 flex max-w-[640px] flex-wrap items-baseline gap-x-3 gap-y-1">
            <ConfirmButton
              label="Dieses Ziel übernehmen"
              action={`${refused} übernehmen`}
              description="Es gehört dann diesem Portal: Es sichert dorthin und entfernt alte Backups, auch die des anderen, wenn beide denselben Schlüssel haben; sonst bleiben diese liegen. Das andere Portal sichert nicht mehr hierher."
              isPending={isBusy}
              onConfirm={(close) => starting.mutate({ kind: "backup", takesOver: id }, { onSuccess: close })}
            />
            {backups.refusals.length > 1 && (
              <span className="min-w-0 text-text-2 [overflow-wrap:anywhere]">{refused}</span>
            )}
          </div>
        ))}
        {running && <Progress run={running} />}
        <KeyValues
          className="mt-3"
          columns={1}
          items={[
            { key: "Letztes Backup", value: moment(lastGoodBackupAt) },
            {
              key: "Letzter Test",
              value: lastTest ? `${moment(lastTest.finishedAt)}: ${testLabel(lastTest)}` : "noch keiner",
            },
            ...(lastTest?.state === "failed" && lastGoodTestAt
              ? [{ key: "Davor gelungen", value: moment(lastGoodTestAt) }]
              : []),
            { key: "Nächstes Backup", value: nextAt ? moment(nextAt) : "nicht geplant" },
            { key: "Ziel", value: target ?? "noch keines" },
            {
              key: "Dateien",
              value: `${uploads.store === "s3" ? "liegen in S3" : "liegen auf diesem Rechner"} und werden ${uploads.isIncluded ? "mitgesichert" : "nicht mitgesichert"}`,
            },
          ]}
        />
      </Section>
      {runs.some(({ state }) => state !== "running") && (
        <Section title="Verlauf" className="mt-11">
          <ul>
            {runs
              .filter(({ state }) => state !== "running")
              .map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const moment = (at: Date | null) => (at ? formatDateTime(at) : "noch keines");

const testLabel = ({ state }: BackupRun) => (state === "done" ? "lässt sich zurückspielen" : "gescheitert");

function Progress({ run }: { run: BackupRun }) {
  const { progress, kind } = run;
  const share = progress && progress.total > 0 ? progress.done / progress.total : undefined;
  const reached =
    progress && progress.total > 0 ? ` (${formatNumber(progress.done)} von ${formatNumber(progress.total)})` : "";
  const sent = progress && progress.sentBytes > 0 ? `, ${formatBytes(progress.sentBytes)} gesendet` : "";
  const cancelling = useMutate(useTRPC().backup.cancel.mutationOptions(), { refreshes: ["backup"] });
  return (
    <div className="mt-3 max-w-[640px]">
      <p aria-live="polite" className="text-ui text-text-2">
        {run.isCancelled
          ? `${backupKinds[kind]} wird abgebrochen …`
          : progress
            ? `${backupPhases[progress.phase]}${reached}${sent}`
            : `${backupKinds[kind]} beginnt …`}
      </p>
      <ProgressLine label={`${backupKinds[kind]} läuft`} part={share} />
      <Button
        size="sm"
        variant="ghost"
        className="mt-2"
        disabled={cancelling.isPending || run.isCancelled}
        onClick={() => cancelling.mutate({ id: run.id })}
      >
        Abbrechen
      </Button>
    </div>
  );
}

function RunRow({ run }: { run: BackupRun }) {
  const { kind, state, startedAt, finishedAt, result, faults } = run;
  const tookMs = finishedAt ? finishedAt.getTime() - startedAt.getTime() : 0;
  const facts = result
    ? kind === "backup"
      ? [
          `${formatBytes(result.bytes)}`,
          counted(result.uploads, "Datei", "Dateien"),
          `${formatBytes(result.sentBytes)} gesendet`,
        ]
      : [counted(result.uploads, "Datei", "Dateien")]
    : [];
  const missing =
    result && result.missing > 0
      ? [`${counted(result.missing, "Datei fehlt", "Dateien fehlen")} auf diesem Rechner`]
      : [];
  const told = [...faults, ...(result?.notes ?? [])];
  return (
    <LogRow
      title={backupKinds[kind]}
      state={state === "done" ? { label: "gelungen", tone: "ok" } : { label: "gescheitert", tone: "bad" }}
      time={<time dateTime={startedAt.toISOString()}>{formatDateTime(startedAt)}</time>}
      facts={[...facts, ...missing, formatDuration(tookMs)]}
      answer={told.length > 0 ? told.slice(0, 3).join(" ") : null}
    />
  );
}
