import { useId } from "react";
import { type Invitation, invitationDays } from "../../../contract/users.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextInput } from "../../ui/text-input.tsx";

/** The link of an invitation, which nobody can read again later. */
export function InvitationLink({ invitation, onDone }: { invitation: Invitation; onDone: () => void }) {
  const hintId = useId();
  const address = new URL(invitation.link, window.location.origin).href;
  return (
    <div className="mt-[18px]">
      <TextInput
        readOnly
        value={address}
        aria-label="Einladungslink"
        aria-describedby={hintId}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={<CopyButton text={address} label="Link kopieren" />}
      />
      <p id={hintId} className="mt-1.5 text-meta text-text-3">
        {invitationDays} Tage gültig, bis {formatDateTime(invitation.expiresAt)}. Der Link wird nur jetzt angezeigt.
      </p>
      <div className="mt-[22px] flex justify-end">
        <Button onClick={onDone}>Fertig</Button>
      </div>
    </div>
  );
}

/** Opens as soon as there is an invitation. */
export function InvitationDialog({ invitation, onClose }: { invitation: Invitation | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={invitation !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Neuer Einladungslink"
      description={invitation && `Für ${invitation.user.name}. Der vorige Link gilt nicht mehr.`}
    >
      {invitation && <InvitationLink invitation={invitation} onDone={onClose} />}
    </Dialog>
  );
}
