import Pusher from "pusher";
import type { PresenceMember } from "../../contract/live-events.ts";

/** Signs what a socket may do; whether its person may do it is decided before. */
export interface ChannelAuthorizer {
  signIn(socketId: string, person: { id: string }): Pusher.UserAuthResponse;
  join(socketId: string, channel: string, person: PresenceMember): Pusher.ChannelAuthResponse;
}

/** Signs with the secret that Soketi was started with. */
export function channelAuthorizer(app: { id: string; key: string; secret: string }): ChannelAuthorizer {
  const pusher = new Pusher({ appId: app.id, key: app.key, secret: app.secret, host: "127.0.0.1" });
  return {
    signIn: (socketId, { id }) => pusher.authenticateUser(socketId, { id }),
    join: (socketId, channel, { id, name, image }) =>
      channel.startsWith("presence-")
        ? pusher.authorizeChannel(socketId, channel, { user_id: id, user_info: { id, name, image } })
        : pusher.authorizeChannel(socketId, channel),
  };
}
