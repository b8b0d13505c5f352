import type Pusher from "pusher-js";
import type { Channel, PresenceChannel } from "pusher-js";

type Message = Parameters<PresenceChannel["handleEvent"]>[0];

const comesOrGoes = new Set(["pusher_internal:member_added", "pusher_internal:member_removed"]);
/** Tabs of one person that all hear of their end must not leave and join in step. */
const rejoinSpreadMs = 750;
const minRejoinMs = 250;

/**
 * Keeps the lists of members true where several nodes make them together. Whoever joins is told of others that come and
 * go while the nodes are still asked, and then gets a list without them: what was told meanwhile is told once more. And
 * who goes from one node to another may be found still there by the one and gone by the other: they join anew.
 */
export function keepMembersWhole(pusher: Pusher): void {
  const early = new Map<string, Message[]>();
  const rejoining = new Map<string, ReturnType<typeof setTimeout>>();

  function rejoinSoon(name: string): void {
    if (rejoining.has(name)) return;
    const rejoin = () => {
      rejoining.delete(name);
      const channel = pusher.channel(name) as PresenceChannel | undefined;
      if (!channel?.subscribed || channel.members.get(channel.members.myID)) return;
      channel.unsubscribe();
      channel.subscribe();
    };
    rejoining.set(name, setTimeout(rejoin, minRejoinMs + Math.random() * rejoinSpreadMs));
  }

  function hear(channel: PresenceChannel, message: Message): void {
    if (message.event === "pusher_internal:subscription_succeeded") {
      const missed = early.get(channel.name) ?? [];
      early.delete(channel.name);
      for (const each of missed) channel.handleEvent(each);
    } else if (!comesOrGoes.has(message.event)) return;
    else if (!channel.subscribed) {
      early.set(channel.name, [...(early.get(channel.name) ?? []), message]);
      return;
    }
    if (!channel.members.get(channel.members.myID)) rejoinSoon(channel.name);
  }

  pusher.connection.bind("message", (message: Message) => {
    const channel = pusher.channel(message.channel ?? "");
    if (isPresence(channel)) hear(channel, message);
  });
  pusher.connection.bind("disconnected", () => {
    early.clear();
    for (const timer of rejoining.values()) clearTimeout(timer);
    rejoining.clear();
  });
}

/** Asks anew who is in each channel that shows its members, without leaving it. */
export function rereadMembers(pusher: Pusher): void {
  for (const channel of pusher.allChannels()) {
    if (!isPresence(channel) || !channel.subscribed) continue;
    // Whoever subscribes once more gets the list, and the others hear nothing of it.
    channel.subscribed = false;
    channel.subscribe();
  }
}

function isPresence(channel: Channel | undefined): channel is PresenceChannel {
  return channel?.name.startsWith("presence-") === true;
}
