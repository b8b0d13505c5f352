import type { Options } from "pusher-js";
import { presenceChannel } from "../../../contract/live/live-events.ts";
import {
  type ChannelAnswer,
  type ChannelQuestion,
  maxAskedChannels,
  type SocketAnswers,
} from "../../../contract/live/socket-questions.ts";
import { toError } from "../../../contract/narrowing.ts";
import { isAway } from "./away.ts";
import { retryDelay } from "./retry-delay.ts";
import { stanceIn } from "./rooms.ts";

/** Sends a form to the portal; rejects when there was no answer. */
export type Post = (path: string, form: URLSearchParams) => Promise<Response>;

const socketPath = "/api/pusher/auth";
const userPath = "/api/pusher/user/auth";
const channelPath = "/api/pusher/channel/auth";

type Done<Answer> = (error: Error | null, answer: Answer | null) => void;

/** What is asked for one socket in the same turn. */
interface Batch {
  socketId: string;
  users: Done<SocketAnswers["user"]>[];
  channels: { name: string; done: Done<Extract<ChannelAnswer, { status: 200 }>> }[];
}

interface SocketForm {
  socket_id: string;
}

/**
 * How pusher-js asks the portal who its socket belongs to and which channels it may join. It asks for each by itself, in
 * the turn in which it has connected; they become one request, of which each answer counts for its own channel alone.
 * Where there is no answer it is asked again after 0.5 s, 1 s, 2 s … 5 s, for as long as `isOpen` says so of its socket:
 * one that stays unanswered hears of no one, and is cut only when its time to sign in is over.
 */
export function authHandlers(
  post: Post,
  { isOpen, onSessionLost }: { isOpen: (socketId: string) => boolean; onSessionLost: () => void },
): Pick<Options, "userAuthentication" | "channelAuthorization"> {
  let open: Batch | undefined;

  function batchOf(socketId: string): Batch {
    if (open?.socketId === socketId && open.channels.length < maxAskedChannels) return open;
    const batch: Batch = { socketId, users: [], channels: [] };
    open = batch;
    queueMicrotask(() => {
      if (open === batch) open = undefined;
      void send(batch);
    });
    return batch;
  }

  async function send({ socketId, users, channels }: Batch): Promise<void> {
    const questions = channels.map(({ name }) => questionOf(name));
    let answers: SocketAnswers;
    try {
      const form = { socket_id: socketId, channels: JSON.stringify(questions) };
      const response = await ask(socketPath, form);
      if (response.status === 404) {
        // During an upgrade this is a node of the former version, which is asked for each by itself.
        for (const done of users) void askAlone(userPath, { socket_id: socketId }, done);
        for (const [index, { done }] of channels.entries())
          void askAlone(channelPath, { socket_id: socketId, ...questions[index] }, done);
        return;
      }
      answers = await read(response);
    } catch (error) {
      for (const done of [...users, ...channels.map((channel) => channel.done)]) done(toError(error), null);
      return;
    }
    for (const done of users) done(null, answers.user);
    for (const [index, { name, done }] of channels.entries()) {
      const answer = answers.channels[index];
      if (answer?.status === 200) done(null, answer);
      else done(new Error(`${name} was answered ${answer?.status}`), null);
    }
  }

  /** Rejects, or resolves with the failure of the portal, only when the socket has ended without an answer. */
  async function ask(path: string, form: SocketForm): Promise<Response> {
    for (let failures = 0; ; failures += 1) {
      try {
        const response = await post(path, new URLSearchParams({ ...form }));
        if (response.status < 500 || !isOpen(form.socket_id)) return response;
      } catch (error) {
        if (!isOpen(form.socket_id)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
      if (!isOpen(form.socket_id)) throw new Error("the socket has ended");
    }
  }

  async function askAlone<Answer>(path: string, form: SocketForm, done: Done<Answer>): Promise<void> {
    try {
      done(null, await read(await ask(path, form)));
    } catch (error) {
      done(toError(error), null);
    }
  }

  async function read<Answer>(response: Response): Promise<Answer> {
    if (response.status === 401) onSessionLost();
    if (!response.ok) throw new Error(`the portal answered ${response.status}`);
    return response.json();
  }

  return {
    userAuthentication: {
      endpoint: userPath,
      transport: "ajax",
      customHandler: ({ socketId }, done) => void batchOf(socketId).users.push(done),
    },
    channelAuthorization: {
      endpoint: channelPath,
      transport: "ajax",
      customHandler: ({ socketId, channelName: name }, done) => void batchOf(socketId).channels.push({ name, done }),
    },
  };
}

/** Asks for a channel as this page is in it right now. */
function questionOf(channel: string): ChannelQuestion {
  const stance = stanceIn(channel);
  return {
    channel_name: channel,
    ...(stance === "editing" && { editing: "1" }),
    ...(stance?.startsWith("at:") && { at: stance.slice("at:".length) }),
    ...(channel === presenceChannel && isAway() && { away: "1" }),
  };
}

/** Whether the portal says that nobody is signed in; a browser cannot see why a socket was refused. */
export async function isSessionGone(post: Post): Promise<boolean> {
  try {
    return (await post(userPath, new URLSearchParams())).status === 401;
  } catch {
    return false;
  }
}
