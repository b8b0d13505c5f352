import type { ReactNode } from "react";
import type { OpenedStatusPage, StatusPage } from "../../../contract/status-pages/status-pages.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { ConfirmButton } from "../../ui/overlays/confirm-button.tsx";
import { RenewSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { SecretHint, SecretRow } from "../../ui/secrets/secret-row.tsx";
import { StatusPageUrl } from "./status-page-url.tsx";

/** A page that needs no session, with what can be done about it. */
export function PageRow({ page, children }: { page: StatusPage; children?: ReactNode }) {
  const { kind, name, websites, hint, createdAt, createdBy, renewedAt } = page;
  const made = renewedAt ? `Adresse vom ${formatDate(renewedAt)}` : `erstellt ${formatDate(createdAt)}`;
  return (
    <SecretRow
      name={name}
      marks={
        <SecretHint>
          …/{kind}/{hint}…
        </SecretHint>
      }
      actions={
        <>
          {children}
          <Renew page={page} />
          <Revoke page={page} />
        </>
      }
    >
      {kind === "status" && (
        <p className="text-meta text-text-2 [overflow-wrap:anywhere]">
          {websites.length > 0 ? websites.map(({ label }) => label).join(", ") : "Zurzeit ohne Website"}
        </p>
      )}
      <p className="num text-meta text-text-3">
        {made}
        {createdBy && ` von ${createdBy.label}`}
      </p>
    </SecretRow>
  );
}

function Renew({ page: { id, name } }: { page: StatusPage }) {
  const renew = useMutate(useTRPC().statusPage.renew.mutationOptions(), { refreshes: ["statusPage"] });
  return (
    <RenewSecretDialog<OpenedStatusPage>
      label="Neue Adresse"
      name={name}
      description="Die bisherige Adresse gilt ab sofort nicht mehr."
      isPending={renew.isPending}
      onRenew={(onSuccess) => renew.mutate({ id }, { onSuccess })}
      show={(page, close) => <StatusPageUrl page={page} onDone={close} />}
    />
  );
}

function Revoke({ page: { id, name } }: { page: StatusPage }) {
  const remove = useMutate(useTRPC().statusPage.delete.mutationOptions(), {
    refreshes: ["statusPage"],
    success: `„${name}“ ist widerrufen.`,
  });
  return (
    <ConfirmButton
      label="Widerrufen"
      action={`„${name}“ widerrufen`}
      description="Unter der Adresse gibt es ab sofort nichts mehr zu sehen. Das lässt sich nicht zurücknehmen."
      pendingLabel="Widerruft …"
      isPending={remove.isPending}
      onConfirm={(onSuccess) => remove.mutate({ id }, { onSuccess })}
    />
  );
}
