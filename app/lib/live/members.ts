import type Pusher from "pusher-js";
import type { Channel, PresenceChannel } from "pusher-js";

type Message = Parameters<PresenceChannel["handleEvent"]>[0];

const comesOrGoes = new Set(["pusher_internal:member_added", "pusher_internal:member_removed"]);
/** Tabs of one person that all hear of their end must not leave and join in step. */
const spreadMs = 750;
const minWaitMs = 250;

/**
 * Keeps the lists of members true where several nodes make them together. Whoever joins is told of others that come and
 * go while the nodes are still asked, and then gets a list without them: what was told meanwhile is told once more, and
 * the list is read again, since some of that may be older than it. And who goes from one node to another may be found
 * still there by the one and gone by the other: they join anew.
 */
export function keepMembersWhole(pusher: Pusher): void {
  const early = new Map<string, Message[]>();
  const looking = new Map<string, ReturnType<typeof setTimeout>>();

  function look(name: string): void {
    looking.delete(name);
    const channel = pusher.channel(name);
    if (!isPresence(channel) || !channel.subscribed) return;
    if (isListed(channel)) read(channel);
    else {
      channel.unsubscribe();
      channel.subscribe();
    }
  }

  function lookSoon({ name }: PresenceChannel): void {
    if (looking.has(name)) return;
    looking.set(
      name,
      setTimeout(() => look(name), minWaitMs + Math.random() * spreadMs),
    );
  }

  function hear(channel: PresenceChannel, message: Message): void {
    if (comesOrGoes.has(message.event) && !channel.subscribed) {
      early.set(channel.name, [...(early.get(channel.name) ?? []), message]);
      return;
    }
    if (message.event === "pusher_internal:subscription_succeeded") {
      const missed = early.get(channel.name) ?? [];
      early.delete(channel.name);
      for (const each of missed) channel.handleEvent(each);
      if (missed.length > 0) lookSoon(channel);
    }
    if (channel.subscribed && !isListed(channel)) lookSoon(channel);
  }

  pusher.connection.bind("message", (message: Message) => {
    const channel = pusher.channel(message.channel ?? "");
    if (isPresence(channel)) hear(channel, message);
  });
  pusher.connection.bind("disconnected", () => {
    early.clear();
    for (const timer of looking.values()) clearTimeout(timer);
    looking.clear();
  });
}

/** Asks anew who is in each channel that shows its members, without leaving it. */
export function rereadMembers(pusher: Pusher): void {
  for (const channel of pusher.allChannels()) if (isPresence(channel) && channel.subscribed) read(channel);
}

/** Whoever subscribes once more gets the list, and the others hear nothing of it. */
function read(channel: PresenceChannel): void {
  channel.subscribed = false;
  channel.subscribe();
}

const isListed = ({ members }: PresenceChannel): boolean => members.get(members.myID) !== null;

function isPresence(channel: Channel | undefined): channel is PresenceChannel {
  return channel?.name.startsWith("presence-") === true;
}
