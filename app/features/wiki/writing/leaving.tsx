import { useBlocker } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Doc, Transaction } from "yjs";
import type { useTRPCClient } from "../../../lib/api/trpc.tsx";
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

/** Leaves once everything is stored; offline at once, because what is written stays on the device. */
export function useFinish(
  status: SessionStatus,
  leave: (isPublishing: boolean) => Promise<void>,
): { finish: (how?: "publish") => void; isFinishing: boolean } {
  const [how, setHow] = useState<"leave" | "publish">();
  const latest = useRef(leave);
  latest.current = leave;
  const isStuck = status.state === "unbegun" && status.hasFailed;
  const mayLeave = status.state !== "saving" && status.state !== "connecting" && !isStuck;
  useEffect(() => {
    if (!how || !mayLeave) return;
    void latest.current(how === "publish").finally(() => setHow(undefined));
  }, [how, mayLeave]);
  return { finish: (as) => setHow(as ?? "leave"), isFinishing: how !== undefined };
}

/** Whether this person has changed the document since it was opened; asked for when they leave it. */
export function useHasWritten(doc: Doc): () => boolean {
  const hasWritten = useRef(false);
  useEffect(() => {
    const note = (_update: Uint8Array, _origin: unknown, _doc: Doc, { local }: Transaction) => {
      hasWritten.current ||= local;
    };
    doc.on("update", note);
    return () => doc.off("update", note);
  }, [doc]);
  return () => hasWritten.current;
}

interface Written {
  id: string;
  /** What was changed, in the words of whoever did it; nothing when empty. */
  summary: string;
}

/**
 * Resolves once the server has made a revision of what was written and has noted what it was about. Never rejects:
 * without a connection the server makes the revision by itself, later.
 */
export async function saveRevision(client: ReturnType<typeof useTRPCClient>, { id, summary }: Written): Promise<void> {
  const settled = await client.page.settle.mutate({ id }).catch(() => undefined);
  if (!settled || settled.revisionNo === 0 || !summary) return;
  await client.page.setSummary.mutate({ id, no: settled.revisionNo, summary }).catch(() => undefined);
}
