import { type ReactNode, useState } from "react";
import type { OpenedStatusPage, StatusPage } from "../../../contract/status-pages/status-pages.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { PageAddress } from "./page-address.tsx";

/** A page that needs no session, with what can be done about it. */
export function PageRow({ page, children }: { page: StatusPage; children?: ReactNode }) {
  const { kind, name, websites, hint, createdAt, createdBy, renewedAt } = page;
  const made = renewedAt ? `Adresse vom ${formatDate(renewedAt)}` : `erstellt ${formatDate(createdAt)}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-550 [overflow-wrap:anywhere]">{name}</span>
          <span className="font-mono text-[12px] text-text-3">
            …/{kind}/{hint}…
          </span>
        </p>
        {kind === "status" && (
          <p className="text-meta text-text-2 [overflow-wrap:anywhere]">
            {websites.length > 0 ? websites.map(({ label }) => label).join(", ") : "Zurzeit ohne Website"}
          </p>
        )}
        <p className="num text-meta text-text-3">
          {made}
          {createdBy && ` von ${createdBy.label}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-auto">
        {children}
        <Renew page={page} />
        <Revoke page={page} />
      </div>
    </li>
  );
}

function Revoke({ page: { id, name } }: { page: StatusPage }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutate(useTRPC().statusPage.delete.mutationOptions(), {
    refreshes: ["statusPage"],
    success: `„${name}“ ist widerrufen.`,
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="danger" aria-label={`„${name}“ widerrufen`} onClick={() => setAsking(true)}>
        Widerrufen
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`„${name}“ widerrufen?`}
        description="Unter der Adresse gibt es ab sofort nichts mehr zu sehen. Das lässt sich nicht zurücknehmen."
        confirmLabel="Widerrufen"
        pendingLabel="Widerruft …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

function Renew({ page: { id, name } }: { page: StatusPage }) {
  return (
    <OneTimeSecretDialog<OpenedStatusPage>
      trigger={
        <Button size="sm" aria-label={`Adresse von „${name}“ neu erzeugen`}>
          Neue Adresse
        </Button>
      }
      title={`Adresse von „${name}“ neu erzeugen?`}
      description="Die bisherige Adresse gilt ab sofort nicht mehr."
      ask={(done, close) => <RenewQuestion id={id} onRenewed={done} onCancel={close} />}
      madeTitle="Neue Adresse"
      show={(page, close) => <PageAddress page={page} onDone={close} />}
    />
  );
}

interface RenewQuestionProps {
  id: string;
  onRenewed: (page: OpenedStatusPage) => void;
  onCancel: () => void;
}

function RenewQuestion({ id, onRenewed, onCancel }: RenewQuestionProps) {
  const renew = useMutate(useTRPC().statusPage.renew.mutationOptions(), {
    refreshes: ["statusPage"],
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
