import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { authHandlers, type Post } from "../../../app/lib/live/authorization.ts";
import { enterRoom } from "../../../app/lib/live/rooms.ts";
import { maxAskedChannels } from "../../../contract/live/socket-questions.ts";
import { boardChannel, recordChannel } from "../../../contract/records/record-channel.ts";

const socketPath = "/api/pusher/auth";
const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

/** A page whose portal answers as told; `asked` has its requests, `told` what pusher-js was told of each question. */
function openPage(answer: (path: string, form: URLSearchParams) => Response | Promise<Response>) {
  const asked: { path: string; socketId: string | null; channels: unknown }[] = [];
  const told: Record<string, unknown> = {};
  const onSessionLost = vi.fn();
  const ended = new Set<string>();
  const post: Post = async (path, form) => {
    const channels = form.get("channels");
    asked.push({ path, socketId: form.get("socket_id"), channels: channels ? JSON.parse(channels) : form.toString() });
    return answer(path, form);
  };
  const { userAuthentication, channelAuthorization } = authHandlers(post, {
    isOpen: (socketId) => !ended.has(socketId),
    onSessionLost,
  });
  if (!userAuthentication || !("customHandler" in userAuthentication)) throw new Error("no handler for the person");
  if (!channelAuthorization || !("customHandler" in channelAuthorization)) throw new Error("no handler for channels");
  const { customHandler: signIn } = userAuthentication;
  const { customHandler: join } = channelAuthorization;
  const note = (name: string) => (error: Error | null, data: object | null) => {
    told[name] = error ? error.message : data;
  };
  return {
    asked,
    told,
    onSessionLost,
    ended,
    signIn: (socketId = "1.2") => signIn({ socketId }, note("person")),
    join: (name: string, socketId = "1.2") => join({ socketId, channelName: name }, note(name)),
  };
}

const namesIn = (form: URLSearchParams): string[] =>
  JSON.parse(form.get("channels") ?? "[]").map(({ channel_name }: { channel_name: string }) => channel_name);
const user = { auth: "key:user", user_data: "{}" };
const grantAll = (_: string, form: URLSearchParams) =>
  Response.json({ user, channels: namesIn(form).map((name) => ({ status: 200, auth: `key:${name}` })) });

test("without an answer it is asked again, until there is one or the socket has ended", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const failures = [() => Promise.reject(new TypeError("Failed to fetch")), () => Response.json({}, { status: 502 })];
  const page = openPage((...asked) => failures.shift()?.() ?? grantAll(...asked));
  page.signIn();
  page.join("presence-user-list");
  await vi.advanceTimersByTimeAsync(349);
  expect([page.asked.length, page.told]).toEqual([1, {}]);
  await vi.advanceTimersByTimeAsync(1);
  expect([page.asked.length, page.told]).toEqual([2, {}]);
  await vi.advanceTimersByTimeAsync(700);
  expect(page.told).toMatchObject({ person: user, "presence-user-list": { auth: "key:presence-user-list" } });
  expect(page.asked).toHaveLength(3);

  failures.push(() => Response.json({}, { status: 502 }));
  page.join("presence-record-website-1");
  await vi.advanceTimersByTimeAsync(0);
  page.ended.add("1.2");
  await vi.advanceTimersByTimeAsync(350);
  expect(page.told["presence-record-website-1"]).toBe("the socket has ended");
  expect(page.asked).toHaveLength(4);
});

test("without an answer every question of a socket that has ended has failed", async () => {
  const page = openPage(() => Promise.reject(new TypeError("Failed to fetch")));
  page.ended.add("1.2");
  page.signIn();
  page.join("presence-user-list");
  await vi.waitFor(() =>
    expect(page.told).toEqual({ person: "Failed to fetch", "presence-user-list": "Failed to fetch" }),
  );
  expect(page.onSessionLost).not.toHaveBeenCalled();
});

test("a lost session is told once", async () => {
  const page = openPage(() => Response.json({}, { status: 401 }));
  page.signIn();
  page.join("presence-user-list");
  await vi.waitFor(() => expect(Object.keys(page.told)).toHaveLength(2));
  expect(page.onSessionLost).toHaveBeenCalledTimes(1);
});

test("a refusal concerns its own channel alone", async () => {
  const room = recordChannel({ type: "page", id: "p1" });
  const page = openPage(() =>
    Response.json({
      user,
      channels: [
        { status: 403, message: "Nein." },
        { status: 200, auth: "key:list", channel_data: "{}" },
      ],
    }),
  );
  page.signIn();
  page.join(room);
  page.join("presence-user-list");
  await vi.waitFor(() =>
    expect(page.told).toEqual({
      person: user,
      [room]: `${room} was answered 403`,
      "presence-user-list": { status: 200, auth: "key:list", channel_data: "{}" },
    }),
  );
});

test("what is asked in one turn is one request, in the stance that the page has by then", async () => {
  const page = openPage(grantAll);
  const room = recordChannel({ type: "website", id: "w1" });
  leaves.push(enterRoom(room, "looking"), enterRoom(boardChannel("feedback"), "at:f1"));
  page.join("presence-user-list");
  page.join(room);
  page.join(boardChannel("feedback"));
  page.signIn();
  leaves.push(enterRoom(room, "editing"));
  await vi.waitFor(() => expect(Object.keys(page.told)).toHaveLength(4));
  expect(page.asked).toEqual([
    {
      path: socketPath,
      socketId: "1.2",
      channels: [
        { channel_name: "presence-user-list" },
        { channel_name: room, editing: "1" },
        { channel_name: boardChannel("feedback"), at: "f1" },
      ],
    },
  ]);
  page.join(room);
  await vi.waitFor(() => expect(page.asked).toHaveLength(2));
});

test("another socket, and more channels than one request may have, are asked for apart", async () => {
  const page = openPage(grantAll);
  page.join("presence-user-list", "1.1");
  const rooms = Array.from({ length: maxAskedChannels + 1 }, (_, index) => `presence-record-website-${index}`);
  for (const room of rooms) page.join(room);
  await vi.waitFor(() => expect(Object.keys(page.told)).toHaveLength(maxAskedChannels + 2));
  expect(page.asked.map(({ socketId, channels }) => [socketId, (channels as unknown[]).length])).toEqual([
    ["1.1", 1],
    ["1.2", maxAskedChannels],
    ["1.2", 1],
  ]);
});

test("a node of the former version is asked for each by itself", async () => {
  const page = openPage((path, form) => {
    if (path === socketPath) return Response.json({}, { status: 404 });
    if (path.endsWith("/user/auth")) return Response.json(user);
    return form.get("channel_name") === "maintainer"
      ? Response.json({}, { status: 403 })
      : Response.json({ auth: "key:list" });
  });
  page.signIn();
  page.join("presence-user-list");
  page.join("maintainer");
  await vi.waitFor(() =>
    expect(page.told).toEqual({
      person: user,
      "presence-user-list": { auth: "key:list" },
      maintainer: "the portal answered 403",
    }),
  );
});
