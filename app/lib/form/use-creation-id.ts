import { useRef } from "react";
import { newClientId } from "../new-client-id.ts";

/** The creation id of what is about to be sent: the same for the same content until its answer has arrived. */
export function useCreationId() {
  const sent = useRef<{ content: string; id: string }>();
  return {
    idFor: (content: string): string => {
      if (sent.current?.content !== content) sent.current = { content, id: newClientId() };
      return sent.current.id;
    },
    forget: () => {
      sent.current = undefined;
    },
  };
}
