import { useEffect } from "react";

/** Forgets unsaved work at this browser; whoever signs out leaves nothing behind. */
export async function forgetAllDrafts(): Promise<void> {
  const { forgetDrafts } = await import("./drafts.ts");
  await forgetDrafts();
}

/** Forgets what other people have left unsaved at this browser, as soon as it is somebody else's. */
export function useForgetDraftsOfOthers(personId: string | undefined): void {
  useEffect(() => {
    if (!personId) return;
    const forget = async () => {
      const { forgetDrafts } = await import("./drafts.ts");
      await forgetDrafts(personId);
    };
    // A browser that keeps nothing has nothing to forget.
    forget().catch(() => undefined);
  }, [personId]);
}
