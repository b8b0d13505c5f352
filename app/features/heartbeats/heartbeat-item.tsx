import { useState } from "react";
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
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";
import { HeartbeatAddress } from "./heartbeat-address.tsx";
import { EditHeartbeatForm } from "./heartbeat-form.tsx";

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
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-550 [overflow-wrap:anywhere]">{label}</span>
          <Status state={looks[state]}>{heartbeatStates[state]}</Status>
        </p>
        {facts.length > 0 && <p className="num text-meta text-text-2 [overflow-wrap:anywhere]">{facts.join(" · ")}</p>}
        <p className="num text-meta text-text-3">
          {heartbeatKinds[kind]}, {intervalText(everySeconds)} ·{" "}
          {lastAt ? `zuletzt ${formatDateTime(lastAt)}` : "noch nie gemeldet"} · {made}
          {mayWrite && (
            <>
              {" · "}
              <span className="font-mono text-[12px]">…/push/{hint}…</span>
            </>
          )}
        </p>
      </div>
      {mayWrite && (
        <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-auto">
          <Button size="sm" aria-label={`Herzschlag „${label}“ bearbeiten`} onClick={() => void openEdit(heartbeat)}>
            Bearbeiten
          </Button>
          <RenewDialog heartbeat={heartbeat} />
          <Delete heartbeat={heartbeat} />
        </div>
      )}
    </li>
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

function Delete({ heartbeat: { id, label } }: { heartbeat: HeartbeatView }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutate(useTRPC().heartbeat.delete.mutationOptions(), {
    refreshes: ["heartbeat"],
    success: "Herzschlag gelöscht.",
    onSuccess: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="danger" aria-label={`Herzschlag „${label}“ löschen`} onClick={() => setIsAsking(true)}>
        Löschen
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Herzschlag „${label}“ löschen?`}
        description="Was sich an seiner Adresse meldet, wird nicht mehr gehört. Das lässt sich nicht zurücknehmen."
        confirmLabel="Löschen"
        pendingLabel="Löscht …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

/** The button that gives a heartbeat another address: first what that means, then the address, once. */
function RenewDialog({ heartbeat: { id, label } }: { heartbeat: HeartbeatView }) {
  return (
    <OneTimeSecretDialog<OpenedHeartbeat & { name: string }>
      trigger={
        <Button size="sm" aria-label={`Adresse von „${label}“ neu erzeugen`}>
          Neu erzeugen
        </Button>
      }
      title={`Adresse von „${label}“ neu erzeugen?`}
      description="An der bisherigen Adresse wird ab sofort nichts mehr gehört."
      ask={(done, close) => (
        <Question id={id} onRenewed={(made) => done({ ...made, name: made.label })} onCancel={close} />
      )}
      madeTitle="Neue Adresse"
      show={(made, close) => <HeartbeatAddress heartbeat={made} onDone={close} />}
    />
  );
}

interface QuestionProps {
  id: string;
  onRenewed: (made: OpenedHeartbeat) => void;
  onCancel: () => void;
}

function Question({ id, onRenewed, onCancel }: QuestionProps) {
  const renew = useMutate(useTRPC().heartbeat.renew.mutationOptions(), {
    refreshes: ["heartbeat"],
    onSuccess: onRenewed,
  });
  return (
    <DialogFooter onCancel={onCancel} className="mt-[22px]">
      <Button variant="primary" loading={renew.isPending} loadingLabel="Erzeugt …" onClick={() => renew.mutate({ id })}>
        Neu erzeugen
      </Button>
    </DialogFooter>
  );
}
