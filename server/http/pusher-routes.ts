import { type Context, Hono } from "hono";
import { mayJoinChannel } from "../../contract/live/live-events.ts";
import { boardChannel, isRecordId, readRecordChannel } from "../../contract/records/record-channel.ts";
import { hasAbility } from "../../contract/roles.ts";
import type { Environment } from "../env.ts";
import type { ChannelAuthorizer } from "../live/channel-authorizer.ts";
import { isSocketId } from "../live/socket-id.ts";
import { isOpen, isReadable } from "../records/readable.ts";
import type { Person, Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { limitBody } from "./limit-body.ts";
import { authenticate } from "./request-context.ts";

const maxFormBytes = 16 * 1024;

/** Answers the push client's questions of spec section 7: who its socket belongs to, and which channels it may join. */
export function pusherRoutes(options: {
  services: Services;
  env: Environment;
  authorizer: ChannelAuthorizer;
}): Hono<HttpEnv> {
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
    const { user: person, preferences } = session;
    const { socket_id: socketId, channel_name: channel, editing, at, away } = await c.req.parseBody();
    if (!isSocketId(socketId)) return wrongSocket(c);
    if (typeof channel !== "string") return c.json({ message: "channel_name: Pflichtfeld." }, 400);
    const mayJoin = mayJoinChannel(person.role, channel, preferences) && (await mayMeet(services, person, channel));
    if (!mayJoin || (editing && !hasAbility(person.role, "editRecords")))
      return c.json({ message: "Für diesen Kanal fehlt dir die Berechtigung." }, 403);
    const record = readRecordChannel(channel);
    if (!record) return c.json(authorizer.join(socketId, channel, { ...person, ...(away && { away: true }) }));
    const isAtRecord = at !== undefined;
    // Where somebody is names a record, which not everybody may read unless everybody may read all of its type.
    if (isAtRecord && (editing || !isRecordId(at) || channel !== boardChannel(record.type) || !isOpen(record.type)))
      return c.json({ message: "at: Kein Eintrag dieses Boards." }, 400);
    return c.json(authorizer.open(socketId, channel, person, Boolean(editing), isAtRecord ? at : undefined));
  });

  return routes;
}

/** Who has a record open is told to nobody who may not read it. */
async function mayMeet({ db }: Services, person: Person, channel: string): Promise<boolean> {
  const record = readRecordChannel(channel);
  return !record || isOpen(record.type) || isReadable(db, record, person);
}
