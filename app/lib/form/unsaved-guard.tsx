import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { SessionNotice } from "../people/session-notice.tsx";
import { useUnsaved } from "../unsaved.ts";

interface UnsavedGuardProps {
  isDirty: boolean;
  /** On its way to the server: the page may be left then, though nothing is stored yet. */
  isSaving?: boolean;
  onDiscard: () => void;
  /** The form says by itself, beside its buttons, when the session has ended. */
  saysSession?: boolean;
}

/**
 * Asks before a page with unsaved changes is left; `onDiscard` runs when the person lets them go. It stands beside the
 * form, never in it: React would hand the answer on to the form as its own submit.
 */
export function UnsavedGuard({ isDirty, isSaving = false, onDiscard, saysSession = false }: UnsavedGuardProps) {
  useUnsaved(isDirty);
  const asks = isDirty && !isSaving;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => asks && from.pathname + from.search !== to.pathname + to.search,
  );

  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [asks]);

  return (
    <>
      {!saysSession && <SessionNotice />}
      <ConfirmDialog
        open={blocker.state === "blocked"}
        onOpenChange={(open) => !open && blocker.reset?.()}
        title="Änderungen verwerfen?"
        description="Was du auf dieser Seite geändert hast, ist noch nicht gespeichert."
        cancelLabel="Weiter bearbeiten"
        confirmLabel="Verwerfen"
        onConfirm={() => {
          onDiscard();
          blocker.proceed?.();
        }}
      />
    </>
  );
}
