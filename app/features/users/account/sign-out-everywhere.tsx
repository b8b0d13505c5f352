import { useState } from "react";
import { endsTokensLabel } from "../../../../contract/users/users.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";

interface SignOutEverywhereProps {
  title: string;
  description: string;
  className: string;
  pending: boolean;
  /** `close` ends the dialog, once it is done. */
  onConfirm: (asked: { endsTokens: boolean }, close: () => void) => void;
}

/** Ends every session of one person, and what signs in without one unless that is to stay. */
export function SignOutEverywhere({ title, description, className, pending, onConfirm }: SignOutEverywhereProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [endsTokens, setEndsTokens] = useState(true);
  return (
    <>
      <Button size="sm" variant="danger" className={className} onClick={() => setIsAsking(true)}>
        Überall abmelden
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={title}
        description={description}
        details={
          <Checkbox
            label={endsTokensLabel}
            checked={endsTokens}
            onChange={(event) => setEndsTokens(event.target.checked)}
            className="mt-3.5"
          />
        }
        confirmLabel="Überall abmelden"
        pending={pending}
        pendingLabel="Meldet ab …"
        onConfirm={() => onConfirm({ endsTokens }, () => setIsAsking(false))}
      />
    </>
  );
}
