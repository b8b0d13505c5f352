import { useEffect, useState } from "react";
import { useStore } from "../../../lib/store.ts";
import type { PageSession } from "./page-session.ts";
import type { SessionStatus } from "./session-status.ts";

/**
 * Opens a page for writing for as long as the component is there; undefined until the page is here and an editor may
 * show it. What it needs is loaded with the first page that is opened.
 */
export function usePageSession({ pageId, personId }: { pageId: string | Promise<string>; personId: string }): {
  session: PageSession | undefined;
  isReady: boolean;
} {
  const [opened, setOpened] = useState<{ session: PageSession; isReady: boolean }>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let session: PageSession | undefined;
    let isGone = false;
    const open = async () => {
      const { openPageSession } = await import("./page-session.ts");
      if (isGone) return;
      const mine = openPageSession({ pageId, personId });
      session = mine;
      setOpened({ session: mine, isReady: false });
      await mine.synced;
      if (!isGone) setOpened({ session: mine, isReady: true });
    };
    open().catch((error: unknown) => setFailure(error ?? new Error("the editor could not be fetched")));
    return () => {
      isGone = true;
      setOpened(undefined);
      session?.destroy();
    };
  }, [pageId, personId]);
  // The page says so, and offers to try again.
  if (failure) throw failure;
  return { session: opened?.session, isReady: opened?.isReady ?? false };
}

/** How it stands with what was written; keeps up with it. */
export function useSessionStatus(session: PageSession): SessionStatus {
  return useStore(session.status);
}
