import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { hasUnsaved, type SessionStatus } from "../session/session-status.ts";

/** Says before leaving that something has not reached the server yet. */
export function LeaveGuard({ status }: { status: SessionStatus }) {
  const isAtRisk = status.state !== "refused" && hasUnsaved(status);
  const isOffline = status.state === "offline" && status.hasUnsaved;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isOffline && from.pathname + from.search !== to.pathname + to.search,
  );
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAtRisk]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Noch nicht übertragen"
      description={
        status.state === "offline" && !status.isKept
          ? "Du bist offline, und dieser Browser bewahrt nichts auf. Was du zuletzt geschrieben hast, geht verloren."
          : "Du bist offline. Deine Änderungen bleiben auf diesem Gerät und werden übertragen, sobald du die Seite hier wieder zum Bearbeiten öffnest."
      }
      cancelLabel="Weiter bearbeiten"
      confirmLabel="Verlassen"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
