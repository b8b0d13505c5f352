import {
  type HeartbeatState,
  type HeartbeatView,
  type HostUsage,
  heartbeatIntervals,
  heartbeatKinds,
  heartbeatStates,
  type OpenedHeartbeat,
} from "../../../contract/heartbeats/heartbeats.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { openModal } from "../../lib/dialogs/modals.ts";
import { formatDate, formatDateTime, formatMs, formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/overlays/confirm-button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { RenewSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { SecretHint, SecretRow } from "../../ui/secrets/secret-row.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";
import { EditHeartbeatForm } from "./heartbeat-form.tsx";
import { HeartbeatUrl } from "./heartbeat-url.tsx";

const looks: Record<HeartbeatState, StatusState> = {
  up: "online",
  down: "offline",
  late: "offline",
  waiting: "unknown",
};

/** A heartbeat by its name and state, with what it said last. */
export function HeartbeatItem({ heartbeat, mayWrite }: { heartbeat: HeartbeatView; mayWrite: boolean }) {
  const { kind, label, hint, everySeconds, state, createdAt, renewedAt, lastAt, message, pingMs, usage } = heartbeat;
  const facts = [message, pingMs === null ? null : formatMs(pingMs), usage && usageText(usage)].filter(Boolean);
  const made = renewedAt ? `Adresse vom ${formatDate(renewedAt)}` : `eingerichtet ${formatDate(createdAt)}`;
  return (
    <SecretRow
      name={label}
      marks={<Status state={looks[state]}>{heartbeatStates[state]}</Status>}
      actions={
        mayWrite && (
          <>
            <Button size="sm" aria-label={`Herzschlag „${label}“ bearbeiten`} onClick={() => void openEdit(heartbeat)}>
              Bearbeiten
            </Button>
            <Renew heartbeat={heartbeat} />
            <Delete heartbeat={heartbeat} />
          </>
        )
      }
    >
      {facts.length > 0 && <p className="num text-meta text-text-2 [overflow-wrap:anywhere]">{facts.join(" · ")}</p>}
      <p className="num text-meta text-text-3">
        {heartbeatKinds[kind]}, {intervalText(everySeconds)} ·{" "}
        {lastAt ? `zuletzt ${formatDateTime(lastAt)}` : "noch nie gemeldet"} · {made}
        {mayWrite && (
          <>
            {" · "}
            <SecretHint>…/push/{hint}…</SecretHint>
          </>
        )}
      </p>
    </SecretRow>
  );
}

function intervalText(seconds: number): string {
  const known: Readonly<Record<number, string>> = heartbeatIntervals;
  return known[seconds] ?? `alle ${formatNumber(seconds)} Sekunden`;
}

function usageText({ load, diskPercent, memoryPercent }: HostUsage): string {
  return [
    diskPercent === null ? null : `Festplatte ${formatNumber(diskPercent)} %`,
    memoryPercent === null ? null : `RAM ${formatNumber(memoryPercent)} %`,
    load === null ? null : `Last ${formatNumber(load, 2)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function openEdit(heartbeat: HeartbeatView): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Herzschlag bearbeiten" description="Die Adresse bleibt.">
      <EditHeartbeatForm heartbeat={heartbeat} onSaved={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

function Renew({ heartbeat: { id, label } }: { heartbeat: HeartbeatView }) {
  const renew = useMutate(useTRPC().heartbeat.renew.mutationOptions(), { refreshes: ["heartbeat"] });
  return (
    <RenewSecretDialog<OpenedHeartbeat & { name: string }>
      label="Neu erzeugen"
      name={label}
      description="An der bisherigen Adresse wird ab sofort nichts mehr gehört."
      isPending={renew.isPending}
      onRenew={(done) => renew.mutate({ id }, { onSuccess: (made) => done({ ...made, name: made.label }) })}
      show={(made, close) => <HeartbeatUrl heartbeat={made} onDone={close} />}
    />
  );
}

function Delete({ heartbeat: { id, label } }: { heartbeat: HeartbeatView }) {
  const remove = useMutate(useTRPC().heartbeat.delete.mutationOptions(), {
    refreshes: ["heartbeat"],
    success: "Herzschlag gelöscht.",
  });
  return (
    <ConfirmButton
      label="Löschen"
      action={`Herzschlag „${label}“ löschen`}
      description="Was sich an seiner Adresse meldet, wird nicht mehr gehört. Das lässt sich nicht zurücknehmen."
      pendingLabel="Löscht …"
      isPending={remove.isPending}
      onConfirm={(onSuccess) => remove.mutate({ id }, { onSuccess })}
    />
  );
}
