import type Pusher from "pusher-js";
import type { PresenceChannel } from "pusher-js";
import { type PresenceMember, presenceChannel } from "../../../contract/live/live-events.ts";
import { isAway, watchAway } from "./away.ts";
import type { ChannelStatus } from "./live-store.ts";
import { openPresenceList } from "./presence-list.ts";

interface PresenceListeners {
  onStatus(status: ChannelStatus): void;
  onMembers(members: PresenceMember[]): void;
}

/** Subscribes to who is online, and again when this page is no longer used or used again; returns how to stop. */
export function keepPresence(pusher: Pusher, { onStatus, onMembers }: PresenceListeners): () => void {
  const list = openPresenceList(onMembers);

  function join(): void {
    const channel = pusher.subscribe(presenceChannel) as PresenceChannel;
    const tell = () => {
      // Left and joined again within one request it is joined by the answer to the first.
      if (isJoinedAsAway(channel) !== isAway()) return rejoin();
      list.set(Object.values(channel.members.members as Record<string, PresenceMember>));
    };
    channel.bind("pusher:subscription_succeeded", () => onStatus("subscribed"));
    channel.bind("pusher:subscription_error", () => onStatus("refused"));
    for (const event of ["pusher:subscription_succeeded", "pusher:member_added", "pusher:member_removed"])
      channel.bind(event, tell);
  }

  function rejoin(): void {
    pusher.channel(presenceChannel)?.unbind();
    pusher.unsubscribe(presenceChannel);
    join();
  }

  join();
  const stopWatching = watchAway(rejoin);
  return () => {
    stopWatching();
    list.stop();
  };
}

const isJoinedAsAway = ({ members }: PresenceChannel) => String(members.myID).endsWith(":away");
