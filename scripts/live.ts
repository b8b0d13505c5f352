/** Live events from the terminal, straight to the Soketi of this host, past the portal's gateway. */
import { parseArgs } from "node:util";
import { z } from "zod";
import de from "zod/v4/locales/de.js";
import { connect } from "../app/lib/live/connection.ts";
import type { LinkStatus } from "../app/lib/live/live-store.ts";
import {
  broadcastChannels,
  channelOf,
  type LiveEventName,
  liveEventNames,
  liveEvents,
} from "../contract/live/live-events.ts";
import { payloadSchema } from "../contract/live/payload-schema.ts";
import { StartProblem } from "../server/start-problem.ts";
import { findRunningPortal, type RunningPortal } from "./running-portal.ts";

const usage = `npm run live -- tail [--user <E-Mail>]
npm run live -- send <Ereignis> [JSON] [--user <E-Mail>]

Ereignisse: ${liveEventNames.join(", ")}`;

/** Wrong use of the command, told with exit code 2. */
class UsageProblem extends Error {}

z.config(de());
const patienceMs = 5000;

try {
  const { positionals, values } = readArguments();
  const [task, ...rest] = positionals;
  if (task === "tail" && rest.length === 0) await tail(values.user);
  else if (task === "send" && rest.length > 0 && rest.length < 3) await send(String(rest[0]), rest[1], values.user);
  else throw new UsageProblem(usage);
} catch (error) {
  if (!(error instanceof StartProblem) && !(error instanceof UsageProblem)) throw error;
  console.error(error.message);
  process.exit(error instanceof UsageProblem ? 2 : 1);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { user: { type: "string" } } });
  } catch {
    throw new UsageProblem(usage);
  }
}

async function send(name: string, json: string | undefined, email: string | undefined): Promise<void> {
  if (!(liveEventNames as string[]).includes(name))
    throw new UsageProblem(`Das Ereignis ${name} gibt es nicht.\n\n${usage}`);
  const event = name as LiveEventName;
  const payload = readPayload(event, json);
  const channel = channelOf(event);
  if (channel && email) throw new UsageProblem(`${event} geht an den Kanal ${channel}; lass --user weg.`);
  if (!channel && !email) throw new UsageProblem(`${event} geht an eine Person; nenne sie mit --user <E-Mail>.`);
  const portal = findRunningPortal(process.env);
  const userId = email && (await portal.findUserId(email));
  try {
    if (channel) await portal.pusher.trigger(channel, event, payload);
    else if (userId) await portal.pusher.sendToUser(userId, event, payload);
  } catch (cause) {
    throw new StartProblem(notThere(portal), { cause });
  }
  print({ channel: channel ?? "person", event, payload });
}

function readPayload(event: LiveEventName, json: string | undefined): unknown {
  let payload: unknown = liveEvents[event].sample;
  try {
    if (json !== undefined) payload = JSON.parse(json);
  } catch {
    throw new UsageProblem(`Die Daten sind kein JSON: ${json}`);
  }
  const parsed = payloadSchema(event).safeParse(payload);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "Daten"}: ${message}`);
  throw new UsageProblem(`${problems.join("\n")}\n\nBeispiel: ${JSON.stringify(liveEvents[event].sample)}`);
}

/** Prints one JSON line per event until it is stopped; comes back by itself when Soketi was away. */
async function tail(email: string | undefined): Promise<void> {
  const portal = findRunningPortal(process.env);
  const userId = email ? await portal.findUserId(email) : `terminal-${process.pid}`;
  let hasBeenOnline = false;
  let isAway = false;
  const patience = setTimeout(() => {
    console.error(notThere(portal));
    process.exit(1);
  }, patienceMs);

  const onStatus = (status: LinkStatus) => {
    if (status === "online") {
      clearTimeout(patience);
      console.error(hasBeenOnline ? "Wieder verbunden." : "Verbunden.");
      hasBeenOnline = true;
      isAway = false;
    } else if (hasBeenOnline && !isAway) {
      isAway = true;
      console.error("Die Verbindung ist unterbrochen, neuer Versuch …");
    }
  };

  const connection = connect({
    appKey: portal.appKey,
    location: { hostname: "127.0.0.1", port: String(portal.soketiPort), protocol: "http:" },
    channels: broadcastChannels,
    post: async (_path, form) => {
      const user = portal.pusher.authenticateUser(String(form.get("socket_id")), { id: userId });
      // The channels that everybody hears are asked for by nobody.
      return Response.json({ user, channels: [] });
    },
    onStatus,
    onChannel: () => undefined,
    onMembers: () => undefined,
    onRoom: () => undefined,
    onEvent: (event, payload, channel) => print({ at: new Date().toISOString(), channel, event, payload }),
    onSessionLost: () => undefined,
  });
  const stop = () => {
    connection.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // The reader of a pipe, such as head, went away.
  process.stdout.on("error", stop);
}

function print(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function notThere({ soketiPort }: RunningPortal): string {
  return `Soketi antwortet nicht auf 127.0.0.1:${soketiPort}. Läuft das Portal, und stimmen DATA_DIR und SOKETI_PORT?`;
}
