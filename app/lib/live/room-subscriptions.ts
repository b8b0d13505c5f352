import type Pusher from "pusher-js";
import type { PresenceChannel } from "pusher-js";
import type { RecordChannel, RecordMember } from "../../../contract/records/record-channel.ts";
import { enteredRooms, onRoomsChanged, type Stance, stanceIn } from "./rooms.ts";

/** Gets a room's members whenever they change; undefined once the room is left. */
export type RoomListener = (channel: RecordChannel, members: readonly RecordMember[] | undefined) => void;

const changes = ["pusher:subscription_succeeded", "pusher:member_added", "pusher:member_removed"];

/** Subscribes to the rooms that this page enters, and again when it goes from looking to editing; returns how to stop. */
export function keepRooms(pusher: Pusher, onRoom: RoomListener): () => void {
  const subscribed = new Map<RecordChannel, Stance>();

  function join(name: RecordChannel, stance: Stance): void {
    subscribed.set(name, stance);
    const channel = pusher.subscribe(name) as PresenceChannel;
    const tell = () => {
      if (!isAs(channel, name)) return void rejoin(name);
      const members = Object.values(channel.members.members as Record<string, RecordMember>);
      onRoom(
        name,
        members.toSorted((a, b) => a.name.localeCompare(b.name, "de")),
      );
    };
    for (const event of changes) channel.bind(event, tell);
  }

  function leave(name: RecordChannel): void {
    subscribed.delete(name);
    pusher.channel(name)?.unbind();
    pusher.unsubscribe(name);
  }

  function rejoin(name: RecordChannel): void {
    leave(name);
    follow();
  }

  function follow(): void {
    const rooms = enteredRooms();
    for (const [name, stance] of subscribed) {
      if (rooms.get(name) === stance) continue;
      leave(name);
      if (!rooms.has(name)) onRoom(name, undefined);
    }
    for (const [name, stance] of rooms) if (!subscribed.has(name)) join(name, stance);
  }

  follow();
  return onRoomsChanged(follow);
}

/** A room left and entered again within one request is joined by the answer to the first, and thus in the older stance. */
function isAs({ members }: PresenceChannel, name: RecordChannel): boolean {
  const [, ...as] = String(members.myID).split(":");
  return (as.join(":") || "looking") === (stanceIn(name) ?? "looking");
}
