import { useId } from "react";
import { type Invitation, invitationDays } from "../../../../contract/users/users.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";

interface InvitationLinkProps {
  invitation: Invitation;
  label?: string;
  onDone: () => void;
}

/** A link to join or for a new password, which nobody can read again later. */
export function InvitationLink({ invitation, label = "Einladungslink", onDone }: InvitationLinkProps) {
  const hintId = useId();
  const url = new URL(invitation.link, window.location.origin).href;
  return (
    <div className="mt-[18px]">
      <TextInput
        readOnly
        value={url}
        aria-label={label}
        aria-describedby={hintId}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={<CopyButton text={url} label="Link kopieren" />}
      />
      <p id={hintId} className="mt-1.5 text-meta text-text-3">
        {invitationDays} Tage gültig, bis {formatDateTime(invitation.expiresAt)}. Der Link wird nur jetzt angezeigt.
      </p>
      <div className="mt-[22px] flex justify-end max-md:[&>*]:flex-auto">
        <Button onClick={onDone}>Fertig</Button>
      </div>
    </div>
  );
}

/** How the link gets to who is invited. */
export function handOverText({ user, isMailed }: Invitation): string {
  if (!isMailed) return `Gib diesen Link an ${user.name} weiter.`;
  return `${user.name} bekommt den Link an ${user.email}. Kommt die E-Mail nicht an, gib ihn selbst weiter.`;
}

interface LinkDialogProps {
  invitation: Invitation | undefined;
  onClose: () => void;
}

/** Opens as soon as there is an invitation. */
export function InvitationDialog({ invitation, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={invitation !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Neuer Einladungslink"
      description={invitation && `${handOverText(invitation)} Der vorige Link gilt nicht mehr.`}
    >
      {invitation && <InvitationLink invitation={invitation} onDone={onClose} />}
    </Dialog>
  );
}

/** Opens as soon as there is a link for a new password. */
export function PasswordLinkDialog({ invitation, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={invitation !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Link für neues Passwort"
      description={
        invitation &&
        `Für ${invitation.user.name}. Wer ihn benutzt, setzt ein neues Passwort; alle Sitzungen enden dann.`
      }
    >
      {invitation && <InvitationLink invitation={invitation} label="Link für neues Passwort" onDone={onClose} />}
    </Dialog>
  );
}
