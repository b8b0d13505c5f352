import Pusher from "pusher";
import type { PresenceMember } from "../../contract/live/live-events.ts";
import type { RecordMember } from "../../contract/records/record-channel.ts";

/** Signs what a socket may do; whether its person may do it is decided before. */
export interface ChannelAuthorizer {
  signIn(socketId: string, person: { id: string }): Pusher.UserAuthResponse;
  /** A person who is here on one page and away on another is two members. */
  join(socketId: string, channel: string, person: PresenceMember): Pusher.ChannelAuthResponse;
  /** Joins the channel of a record, or of a board where somebody looks `at` a record. Here and there is two members. */
  open(
    socketId: string,
    channel: string,
    person: PresenceMember,
    editing: boolean,
    at?: string,
  ): Pusher.ChannelAuthResponse;
}

/** Signs with the secret that Soketi was started with. */
export function channelAuthorizer(app: { id: string; key: string; secret: string }): ChannelAuthorizer {
  const pusher = new Pusher({ appId: app.id, key: app.key, secret: app.secret, host: "127.0.0.1" });
  return {
    signIn: (socketId, { id }) => pusher.authenticateUser(socketId, { id }),
    join: (socketId, channel, { id, name, image, away }) =>
      channel.startsWith("presence-")
        ? pusher.authorizeChannel(socketId, channel, {
            user_id: away ? `${id}:away` : id,
            user_info: { id, name, image, ...(away && { away }) } satisfies PresenceMember,
          })
        : pusher.authorizeChannel(socketId, channel),
    open: (socketId, channel, { id, name, image }, editing, at) =>
      pusher.authorizeChannel(socketId, channel, {
        user_id: at ? `${id}:at:${at}` : editing ? `${id}:editing` : id,
        user_info: { id, name, image, editing, ...(at && { at }) } satisfies RecordMember,
      }),
  };
}
