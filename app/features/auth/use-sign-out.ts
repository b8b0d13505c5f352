import { useCallback } from "react";
import { showFailure } from "../../lib/dialogs/toasts.ts";
import { useSession } from "../../lib/people/session.tsx";
import { forgetOutboxes } from "../chats/outbox/outbox.ts";
import { forgetAllDrafts } from "../wiki/session/leftover-drafts.ts";

/** Signs out, and says so when the server did not. */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  return useCallback(() => {
    signOut(forgetAll).catch(() => showFailure("Die Abmeldung ist fehlgeschlagen. Bitte versuche es erneut."));
  }, [signOut]);
}

async function forgetAll(): Promise<void> {
  forgetOutboxes();
  await forgetAllDrafts();
}
