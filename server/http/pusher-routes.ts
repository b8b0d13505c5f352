import { type Context, Hono } from "hono";
import type { Session } from "../../contract/auth/auth.ts";
import { mayJoinChannel } from "../../contract/live/live-events.ts";
import { type ChannelAnswer, maxAskedChannels, type SocketAnswers } from "../../contract/live/socket-questions.ts";
import { fieldsIn } from "../../contract/narrowing.ts";
import { boardChannel, isRecordId, readRecordChannel } from "../../contract/records/record-channel.ts";
import type { RecordKey } from "../../contract/records/record-types.ts";
import { hasAbility } from "../../contract/roles.ts";
import type { Environment } from "../env.ts";
import type { ChannelAuthorizer } from "../live/channel-authorizer.ts";
import { isSocketId } from "../live/socket-id.ts";
import { isOpen, type Reader, readableAmong } from "../records/readable.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { limitBody } from "./limit-body.ts";
import { authenticate } from "./request-context.ts";

const maxFormBytes = 16 * 1024;
const loggedNameLength = 80;

interface Options {
  services: Services;
  env: Environment;
  authorizer: ChannelAuthorizer;
}

/**
 * Answers the push client's questions of spec section 7: who its socket belongs to, and which channels it may join. The
 * portal's own pages ask all of it at once, since a node that ends sends them all to the others in the same moment.
 */
export function pusherRoutes(options: Options): Hono<HttpEnv> {
  const { services, env, authorizer } = options;
  const routes = new Hono<HttpEnv>();
  const askingSession = async (c: Context<HttpEnv>) =>
    (await authenticate(services, env, c.req.raw.headers, c.env.incoming))?.session;
  const unauthenticated = (c: Context<HttpEnv>) => c.json({ message: "Bitte melde dich an, um fortzufahren." }, 401);
  const wrongSocket = (c: Context<HttpEnv>) => c.json({ message: "socket_id: Keine gültige Verbindung." }, 400);

  routes.use(limitBody(maxFormBytes), async (c, next) => {
    c.header("Cache-Control", "no-store");
    await next();
  });

  routes.post("/user/auth", async (c) => {
    const person = (await askingSession(c))?.user;
    if (!person) return unauthenticated(c);
    const { socket_id: socketId } = await c.req.parseBody();
    // A client whose socket was refused asks without one whether its session is the reason.
    if (socketId === undefined) return c.body(null, 204);
    if (!isSocketId(socketId)) return wrongSocket(c);
    return c.json(authorizer.signIn(socketId, person));
  });

  routes.post("/channel/auth", async (c) => {
    const session = await askingSession(c);
    if (!session) return unauthenticated(c);
    const form = await c.req.parseBody();
    if (!isSocketId(form.socket_id)) return wrongSocket(c);
    const [answer] = await answerChannels(options, session, form.socket_id, [form]);
    if (!answer) throw new Error("a question was not answered");
    const { status, ...body } = answer;
    return c.json(body, status);
  });

  routes.post("/auth", async (c) => {
    const session = await askingSession(c);
    if (!session) return unauthenticated(c);
    const form = new URLSearchParams(await c.req.text());
    const socketId = form.get("socket_id");
    if (!isSocketId(socketId)) return wrongSocket(c);
    const asked = readList(form.get("channels"));
    if (!asked) return c.json({ message: "channels: Keine gültige Liste." }, 400);
    if (asked.length > maxAskedChannels)
      return c.json({ message: `channels: Höchstens ${maxAskedChannels} Kanäle auf einmal.` }, 400);
    const channels = await answerChannels(options, session, socketId, asked);
    const refused = asked.flatMap(({ channel_name: name }, index) =>
      channels[index]?.status === 403 ? [String(name).slice(0, loggedNameLength)] : [],
    );
    const requestId = c.get("requestId");
    if (refused.length > 0) services.log.info({ requestId, personId: session.user.id, refused }, "channels refused");
    return c.json({ user: authorizer.signIn(socketId, session.user), channels } satisfies SocketAnswers);
  });

  return routes;
}

function readList(text: string | null): Record<string, unknown>[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? "");
    return Array.isArray(list) ? list.map(fieldsIn) : undefined;
  } catch {
    return undefined;
  }
}

/** Judges each channel by itself, and looks up all of the records that not everybody may read in one statement a type. */
async function answerChannels(
  { services, authorizer }: Options,
  { user: person, preferences }: Session,
  socketId: string,
  asked: readonly Record<string, unknown>[],
): Promise<ChannelAnswer[]> {
  const mayJoin = (channel: unknown): channel is string =>
    typeof channel === "string" && mayJoinChannel(person.role, channel, preferences);
  const records = asked.flatMap(({ channel_name: channel }) => {
    const record = mayJoin(channel) ? readRecordChannel(channel) : undefined;
    return record ? [record] : [];
  });
  const mayMeet = await readRights(services, person, records);

  return asked.map(({ channel_name: channel, editing, at, away }): ChannelAnswer => {
    if (typeof channel !== "string") return { status: 400, message: "channel_name: Pflichtfeld." };
    const record = readRecordChannel(channel);
    const isRefused = !mayJoin(channel) || (record && !mayMeet(record));
    if (isRefused || (editing && !hasAbility(person.role, "editRecords")))
      return { status: 403, message: "Für diesen Kanal fehlt dir die Berechtigung." };
    if (!record)
      return { status: 200, ...authorizer.join(socketId, channel, { ...person, ...(away ? { away: true } : {}) }) };
    const isAtRecord = at !== undefined;
    // Where somebody is names a record, which not everybody may read unless everybody may read all of its type.
    if (isAtRecord && (editing || !isRecordId(at) || channel !== boardChannel(record.type) || !isOpen(record.type)))
      return { status: 400, message: "at: Kein Eintrag dieses Boards." };
    const signed = authorizer.open(socketId, channel, person, Boolean(editing), isAtRecord ? at : undefined);
    return { status: 200, ...signed };
  });
}

/** Who has a record open is told to nobody who may not read it. */
async function readRights(
  { db }: Services,
  person: Reader,
  records: readonly RecordKey[],
): Promise<(record: RecordKey) => boolean> {
  const restricted = Map.groupBy(
    records.filter(({ type }) => !isOpen(type)),
    ({ type }) => type,
  );
  const readable = new Map(
    await Promise.all(
      [...restricted].map(async ([type, of]) => {
        const ids = of.map(({ id }) => id);
        return [type, await readableAmong(db, type, ids, person)] as const;
      }),
    ),
  );
  return ({ type, id }) => isOpen(type) || readable.get(type)?.has(id) === true;
}
