import type { Page, Request, WebSocket } from "playwright-core";
import { collabPath } from "../../../contract/wiki/collab.ts";
import { transact } from "../../../server/db/transact.ts";
import { toContext } from "../../../server/http/request-context.ts";
import { notify as notifyIn } from "../../../server/notifications/notify.ts";
import { patienceMs } from "../limits.ts";
import type { TestPortal } from "../portal/portal.ts";
import { isSettled, visit } from "./browser.ts";

/** One call of a procedure, as a page sent it. */
export interface Call {
  path: string;
  input?: { limit?: number };
}

/** What the page asks the server from here on, in order; grows while the page works. */
export function watchCalls(page: Page): Call[] {
  const calls: Call[] = [];
  page.on("request", (request) => void calls.push(...callsOf(request)));
  return calls;
}

/** The badge asks for pages of one. */
export const isBadgeCall = ({ path, input }: Call) => path === "notification.list" && input?.limit === 1;

/** A page that has just come asks so whether it has missed anything. */
const isPositionCall = ({ path }: Call) => path === "live.position";

function callsOf(request: Request): Call[] {
  const { pathname, searchParams } = new URL(request.url());
  const prefix = "/api/trpc/";
  if (!pathname.startsWith(prefix)) return [];
  const inputs = JSON.parse(searchParams.get("input") ?? request.postData() ?? "{}");
  return pathname
    .slice(prefix.length)
    .split(",")
    .map((path, index) => ({ path, input: inputs[index]?.json }));
}

/** Opens a path and resolves when events arrive and everything that was missed before has been asked for. */
export async function visitLive(page: Page, path: string): Promise<void> {
  const caughtUp = catchUp(page);
  await visit(page, path);
  await caughtUp;
}

/**
 * Resolves when the page has subscribed through a new socket and has the unread count of a time after that, or knows that
 * nothing has happened since its own data was read.
 */
export function catchUp(page: Page): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isOnline = false;
  const onSocket = (socket: WebSocket) => {
    // A page that is written in has a socket of its own for that.
    if (new URL(socket.url()).pathname.startsWith(collabPath)) return;
    whenSubscribed(socket, () => {
      isOnline = true;
    });
  };
  let isAskingAnew = false;
  const onRequest = async (request: Request) => {
    if (!isOnline) return;
    const calls = callsOf(request);
    const isAskingAll = calls.some(isBadgeCall);
    if (!isAskingAll && !calls.some(isPositionCall)) return;
    isAskingAnew ||= isAskingAll;
    await (await request.response())?.finished();
    if (!isAskingAll) await isSettled(page);
    if (isAskingAnew && !isAskingAll) return;
    stop();
    resolve();
  };
  const limit = setTimeout(() => {
    stop();
    reject(new Error(isOnline ? "the page has not asked for what it missed" : "the page has not subscribed"));
    // A page is loaded and a socket opened before it asks.
  }, 2 * patienceMs);
  const stop = () => {
    clearTimeout(limit);
    page.off("websocket", onSocket).off("request", onRequest).off("close", stop);
  };
  page.on("websocket", onSocket).on("request", onRequest).on("close", stop);
  // Whoever fails on the way there no longer waits for it.
  promise.catch(() => undefined);
  return promise;
}

const isRoom = (channel: string) => channel.startsWith("presence-record-");

/**
 * Calls back when each channel that was asked for, the person's own and the presence channel among them, has answered;
 * the rooms of records, for which no page waits, may take longer.
 */
function whenSubscribed(socket: WebSocket, ready: () => void): void {
  const asked = new Set<string>();
  const answered = new Set<string>();
  socket.on("framesent", ({ payload }) => {
    const { event, data } = JSON.parse(String(payload));
    if (event === "pusher:subscribe" && !isRoom(data.channel)) asked.add(data.channel);
  });
  socket.on("framereceived", ({ payload }) => {
    const { event, channel } = JSON.parse(String(payload));
    if (event !== "pusher_internal:subscription_succeeded" || isRoom(channel)) return;
    answered.add(channel);
    const hasOwn = [...answered].some((name) => name.startsWith("#server-to-user-"));
    if (hasOwn && answered.has("presence-user-list") && answered.size === asked.size) ready();
  });
}

/** Writes a notification as any command does: its row, and after the commit its event. */
export function notify({ portal }: TestPortal, person: { id: string }, title: string): Promise<void> {
  const context = toContext(portal.services, { signedIn: undefined, requestId: "test", ip: undefined });
  return transact(context, (tx) =>
    notifyIn(tx, { forUserId: person.id, title, message: "Das betrifft <b>dich</b>.", category: "device" }),
  );
}
