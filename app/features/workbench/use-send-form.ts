import { useState } from "react";
import { type LiveEventName, liveEvents } from "../../../contract/live/live-events.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";

const sampleOf = (event: LiveEventName) => JSON.stringify(liveEvents[event].sample, null, 2);

/** An event of the catalogue with the payload that is about to be sent, and what the server said of it. */
export function useSendForm() {
  const trpc = useTRPC();
  const [event, setEvent] = useState<LiveEventName>("newNotification");
  const [json, setJson] = useState(() => sampleOf("newNotification"));
  const [errors, setErrors] = useState<readonly string[]>([]);

  const send = useMutate(trpc.live.send.mutationOptions(), {
    refreshes: [],
    onRefused: (error) => {
      const fields = problemOf(error)?.fields;
      if (fields) setErrors(Object.values(fields).flat());
      return fields !== undefined;
    },
  });

  const write = (text: string) => {
    setJson(text);
    setErrors([]);
  };

  return {
    event,
    json,
    errors,
    sent: send.data,
    isSending: send.isPending,
    isChanged: json !== sampleOf(event),
    write,
    choose(next: LiveEventName) {
      setEvent(next);
      write(sampleOf(next));
    },
    restore: () => write(sampleOf(event)),
    submit() {
      if (send.isPending) return;
      setErrors([]);
      try {
        send.mutate({ event, payload: JSON.parse(json) });
      } catch {
        setErrors(["Daten: Das ist kein gültiges JSON."]);
      }
    },
  };
}
