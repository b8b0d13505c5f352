import { useEffect } from "react";
import { useTRPCClient } from "../../../lib/api/trpc.tsx";

/** Sends what a person wrote before the page was loaded anew; most of the time there is nothing, and nothing is loaded. */
export function useResumeOutbox(personId: string | undefined): void {
  const client = useTRPCClient();
  useEffect(() => {
    if (!personId || !hasStoredMessages(personId)) return;
    const send = () =>
      import("./outbox-sender.ts").then(
        ({ ensureSending }) => ensureSending(personId, client),
        () => window.addEventListener("online", send, { once: true }),
      );
    void send();
    return () => window.removeEventListener("online", send);
  }, [personId, client]);
}

function hasStoredMessages(personId: string): boolean {
  try {
    return localStorage.getItem(`chat-outbox:${personId}`) !== null;
  } catch {
    return false;
  }
}
