import type { Options } from "pusher-js";
import { presenceChannel } from "../../../contract/live/live-events.ts";
import { isAway } from "./away.ts";
import { type Stance, stanceIn } from "./rooms.ts";

/** Sends a form to the portal; rejects when there was no answer. */
export type Post = (path: string, form: URLSearchParams) => Promise<Response>;

const userPath = "/api/pusher/user/auth";
const channelPath = "/api/pusher/channel/auth";

/** How pusher-js asks the portal who its socket belongs to and which channels it may join. */
export function authHandlers(
  post: Post,
  onSessionLost: () => void,
): Pick<Options, "userAuthentication" | "channelAuthorization"> {
  async function ask<Answer>(path: string, form: Record<string, string>, done: Done<Answer>): Promise<void> {
    try {
      const response = await post(path, new URLSearchParams(form));
      if (response.status === 401) onSessionLost();
      if (!response.ok) throw new Error(`POST ${path} answered ${response.status}`);
      done(null, await response.json());
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), null);
    }
  }
  return {
    userAuthentication: {
      endpoint: userPath,
      transport: "ajax",
      customHandler: ({ socketId }, done) => void ask(userPath, { socket_id: socketId }, done),
    },
    channelAuthorization: {
      endpoint: channelPath,
      transport: "ajax",
      customHandler: ({ socketId, channelName }, done) =>
        void ask(
          channelPath,
          {
            socket_id: socketId,
            channel_name: channelName,
            ...asStance(stanceIn(channelName)),
            ...(channelName === presenceChannel && isAway() && { away: "1" }),
          },
          done,
        ),
    },
  };
}

function asStance(stance: Stance | undefined): Record<string, string> {
  if (stance === "editing") return { editing: "1" };
  return stance?.startsWith("at:") ? { at: stance.slice("at:".length) } : {};
}

type Done<Answer> = (error: Error | null, answer: Answer | null) => void;

/** Whether the portal says that nobody is signed in; a browser cannot see why a socket was refused. */
export async function isSessionGone(post: Post): Promise<boolean> {
  try {
    return (await post(userPath, new URLSearchParams())).status === 401;
  } catch {
    return false;
  }
}
