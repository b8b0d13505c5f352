import { useEffect } from "react";
import { useTRPCClient } from "../../lib/api/trpc.tsx";

/** Sends what a person wrote before the page was loaded anew; most of the time there is nothing, and nothing is loaded. */
export function useLeftOutbox(personId: string | undefined): void {
  const client = useTRPCClient();
  useEffect(() => {
    if (!personId || !hasLeft(personId)) return;
    const send = () =>
      import("./outbox-run.ts").then(
        ({ keepSending }) => keepSending(personId, client),
        () => window.addEventListener("online", send, { once: true }),
      );
    void send();
    return () => window.removeEventListener("online", send);
  }, [personId, client]);
}

function hasLeft(personId: string): boolean {
  try {
    return localStorage.getItem(`chat-outbox:${personId}`) !== null;
  } catch {
    return false;
  }
}
