import { durationText } from "../../../contract/time/duration-text.ts";
import { counted } from "../../../contract/values/counted.ts";
import {
  maxClockOffMs,
  type OpenedVantagePoint,
  type VantagePointState,
  type VantagePointView,
  vantagePointStates,
} from "../../../contract/vantage-points/vantage-points.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { openModal } from "../../lib/dialogs/modals.ts";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/overlays/confirm-button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { SecretHint, SecretRow } from "../../ui/secrets/secret-row.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";
import { AgentToken } from "./agent-token.tsx";
import { RenameVantagePoint } from "./vantage-point-form.tsx";

const looks: Record<VantagePointState, StatusState> = {
  online: "online",
  silent: "offline",
  clockOff: "degraded",
  waiting: "unknown",
  revoked: "paused",
};

/** A vantage point by its name and state, with what its agent says of itself. */
export function VantagePointRow({ point }: { point: VantagePointView }) {
  const { name, state, hint, createdAt, renewedAt, lastAt, version, heldResults, checks } = point;
  const facts = [
    checks > 0 ? counted(checks, "Prüfung", "Prüfungen") : "nichts zugeteilt",
    heldResults > 0 && (state === "online" || state === "clockOff")
      ? `${counted(heldResults, "Ergebnis wartet", "Ergebnisse warten")} beim Agenten`
      : undefined,
    version ? `Agent ${version}` : undefined,
  ].filter(Boolean);
  return (
    <SecretRow
      name={name}
      marks={<Status state={looks[state]}>{vantagePointStates[state]}</Status>}
      actions={
        <>
          <Button size="sm" aria-label={`Messpunkt „${name}“ umbenennen`} onClick={() => void openRename(point)}>
            Umbenennen
          </Button>
          <Renew point={point} />
          {state !== "revoked" && <Revoke point={point} />}
          <Delete point={point} />
        </>
      }
    >
      {state === "clockOff" && <p className="text-meta text-text-2">{clockText(point)}</p>}
      <p className="num text-meta text-text-2">{facts.join(" · ")}</p>
      <p className="num text-meta text-text-3">
        {lastAt && `zuletzt ${formatDateTime(lastAt)} · `}
        {renewedAt ? `Token vom ${formatDate(renewedAt)}` : `angelegt ${formatDate(createdAt)}`}
        {hint !== "" && (
          <>
            {" · "}
            <SecretHint>{hint}…</SecretHint>
          </>
        )}
      </p>
    </SecretRow>
  );
}

/** „Die Uhr des Rechners geht 5 Minuten vor.“ */
function clockText({ clockOffMs }: VantagePointView): string {
  const length = durationText(Math.max(maxClockOffMs, Math.abs(clockOffMs)));
  return `Die Uhr des Rechners geht ${length} ${clockOffMs > 0 ? "vor" : "nach"}: Zertifikate beurteilt er dann falsch.`;
}

function openRename(point: VantagePointView): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog open={open} onOpenChange={onOpenChange} title="Messpunkt umbenennen" description="Sein Token bleibt.">
      <RenameVantagePoint point={point} onSaved={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

function Renew({ point: { id, name } }: { point: VantagePointView }) {
  const renew = useMutate(useTRPC().vantagePoint.renew.mutationOptions(), { refreshes: ["vantagePoint"] });
  return (
    <OneTimeSecretDialog<OpenedVantagePoint>
      trigger={
        <Button size="sm" aria-label={`Neues Token für „${name}“`}>
          Neues Token
        </Button>
      }
      title={`Neues Token für „${name}“?`}
      description="Mit dem bisherigen wird der Agent ab sofort abgewiesen."
      ask={(done, close) => (
        <DialogFooter onCancel={close} className="mt-[22px]">
          <Button
            variant="primary"
            loading={renew.isPending}
            loadingLabel="Erzeugt …"
            onClick={() => renew.mutate({ id }, { onSuccess: done })}
          >
            Neu erzeugen
          </Button>
        </DialogFooter>
      )}
      madeTitle="Neues Token"
      show={(made, close) => <AgentToken token={made.token} onDone={close} />}
    />
  );
}

function Revoke({ point: { id, name } }: { point: VantagePointView }) {
  const revoke = useMutate(useTRPC().vantagePoint.revoke.mutationOptions(), {
    refreshes: ["vantagePoint"],
    success: "Token widerrufen.",
  });
  return (
    <ConfirmButton
      label="Widerrufen"
      action={`Token von „${name}“ widerrufen`}
      description="Der Agent wird sofort abgewiesen und hört auf zu prüfen. Was ihm zugeteilt ist, bleibt es, bis er ein neues Token hat."
      pendingLabel="Widerruft …"
      isPending={revoke.isPending}
      onConfirm={(onSuccess) => revoke.mutate({ id }, { onSuccess })}
    />
  );
}

function Delete({ point: { id, name, checks } }: { point: VantagePointView }) {
  const remove = useMutate(useTRPC().vantagePoint.delete.mutationOptions(), {
    refreshes: ["vantagePoint", "check"],
    success: "Messpunkt gelöscht.",
  });
  const uses =
    checks > 0 ? `Von hier aus ${checks === 1 ? "läuft" : "laufen"} ${counted(checks, "Prüfung", "Prüfungen")}. ` : "";
  return (
    <ConfirmButton
      label="Löschen"
      action={`Messpunkt „${name}“ löschen`}
      description={`${uses}Was nur von hier aus geprüft wird, prüft dann wieder das Portal. Das lässt sich nicht zurücknehmen.`}
      pendingLabel="Löscht …"
      isPending={remove.isPending}
      onConfirm={(onSuccess) => remove.mutate({ id }, { onSuccess })}
    />
  );
}
