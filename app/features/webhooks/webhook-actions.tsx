import { Ellipsis, KeyRound, Pencil, Send } from "lucide-react";
import type { Webhook } from "../../../contract/webhooks/webhooks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDialogs } from "../../lib/dialogs/use-dialogs.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Menu, MenuContent, MenuDelete, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { OneTimeSecret } from "../../ui/secrets/one-time-secret.tsx";
import { secretWarning, WebhookDialog } from "./webhook-dialog.tsx";

/** What can be done with a webhook, each behind its own question. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, url } = webhook;
  const trpc = useTRPC();
  const { show, controls } = useDialogs<"edit" | "renew" | "delete">();
  const refreshes = ["webhook"] as const;
  const test = useMutate(trpc.webhook.test.mutationOptions(), { refreshes, success: "Test ist unterwegs." });
  const renew = useMutate(trpc.webhook.renewSecret.mutationOptions(), {
    refreshes,
    onSuccess: () => show(undefined),
  });
  const remove = useMutate(trpc.webhook.delete.mutationOptions(), { refreshes, success: "Webhook gelöscht." });
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Aktionen für ${url}`} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Send} onSelect={() => test.mutate({ id })}>
            Test senden
          </MenuItem>
          <MenuItem icon={Pencil} onSelect={() => show("edit")}>
            Bearbeiten …
          </MenuItem>
          <MenuItem icon={KeyRound} onSelect={() => show("renew")}>
            Geheimnis erneuern …
          </MenuItem>
          <MenuDelete onSelect={() => show("delete")} />
        </MenuContent>
      </Menu>
      <WebhookDialog webhook={webhook} {...controls("edit")} />
      <ConfirmDialog
        {...controls("renew")}
        title="Geheimnis erneuern?"
        description="Einen Tag lang tragen Sendungen die Unterschriften beider Geheimnisse, damit du den Empfänger in Ruhe umstellen kannst."
        confirmLabel="Erneuern"
        pendingLabel="Erneuert …"
        pending={renew.isPending}
        onConfirm={() => renew.mutate({ id })}
      />
      <ConfirmDialog
        {...controls("delete")}
        title="Webhook löschen?"
        description={`${url} erfährt dann nichts mehr. Das Protokoll seiner Zustellungen geht mit.`}
        confirmLabel="Löschen"
        pendingLabel="Löscht …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
      <Dialog
        open={renew.data !== undefined}
        onOpenChange={(open) => !open && renew.reset()}
        onInteractOutside={(event) => event.preventDefault()}
        title="Neues Geheimnis"
      >
        {renew.data && (
          <OneTimeSecret label="Geheimnis" secret={renew.data.secret} warning={secretWarning} onDone={renew.reset} />
        )}
      </Dialog>
    </>
  );
}
