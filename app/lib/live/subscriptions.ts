import type Pusher from "pusher-js";
import type { ChannelName } from "../../../contract/live/live-events.ts";

const maxWaitMs = 3000;
const ownChannel = /^#server-to-user-/;

interface Message {
  event: string;
  channel?: string;
}

/**
 * Calls back once per connection, when each channel and the person's own have answered. A channel that never answers,
 * as when the role has changed meanwhile, does not hold up the others for longer than 3 s; what answers later than that
 * calls back once more, since nothing of it was heard until then.
 */
export function whenSubscribed(pusher: Pusher, channels: readonly ChannelName[], ready: () => void): void {
  const open = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function answered(name: string): void {
    if (!open.delete(name) || open.size > 0) return;
    clearTimeout(timer);
    ready();
  }

  pusher.connection.bind("connected", () => {
    clearTimeout(timer);
    open.clear();
    for (const name of [...channels, "person"]) open.add(name);
    timer = setTimeout(ready, maxWaitMs);
  });
  pusher.connection.bind("disconnected", () => {
    clearTimeout(timer);
    open.clear();
  });
  pusher.connection.bind("message", ({ event, channel = "" }: Message) => {
    if (event === "pusher_internal:subscription_succeeded") answered(ownChannel.test(channel) ? "person" : channel);
  });
  for (const name of channels) pusher.subscribe(name).bind("pusher:subscription_error", () => answered(name));
}
