import { Agent } from "node:http";
import { SuperJSON } from "superjson";
import { requireValue } from "../../../contract/narrowing.ts";
import { plainState, toListInput } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import type { Db } from "../../../server/db/connection.ts";
import { newId } from "../../../server/db/new-id.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { startBenchPortal, untilIdle } from "../bench-portal.ts";
import { during } from "../profile/recording.ts";
import { quantile, type Row, rowAtMost } from "../table.ts";
import { openLiveSocket } from "./live-socket.ts";
import { type Asked, askEvenly } from "./paced.ts";

const count = 200;
const websiteCount = 10_000;
const callsPerSecond = 5;
const connections = 2;
/** Each of them opens a page every twenty seconds. */
const pagesPerSecond = 10;
const [warmUpSeconds, seconds] = [5, 30];
const maxMs = 100;
const pages = ["/", "/websites", "/customers", "/wiki"];

interface Person {
  id: string;
  cookie: string;
  /** Keeps the connections of their browser; without a limit, calls that wait would each open another one. */
  agent: Agent;
}

/** 200 signed-in people who listen to live events, each with five calls a second, and the pages that they open meanwhile. */
export async function measurePeople(): Promise<Row[]> {
  let people: Person[] = [];
  const portal = await startBenchPortal(
    async (db, userId) => {
      await createManyWebsites(db, websiteCount, userId);
      people = await hire(db);
    },
    { env: { MONITORING: "off" } },
  );
  try {
    await untilIdle(portal);
    const sockets = [];
    for (let from = 0; from < count; from += 20)
      sockets.push(
        ...(await Promise.all(
          people
            .slice(from, from + 20)
            .map(({ cookie }) => openLiveSocket({ ...portal, cookie }, { channel: "website" })),
        )),
      );
    const personOf = (turn: number) => requireValue(people[turn % count]);
    const callOf = (turn: number): Asked => {
      const { id, cookie, agent } = personOf(turn);
      // Each person makes all of the calls in turn, and neighbours different ones: 200 lists in a fifth of a second are
      // nobody's day.
      const [procedure, input] = requireValue(callsOf(id)[(Math.floor(turn / count) + turn) % callsPerSecond]);
      const query = encodeURIComponent(JSON.stringify(SuperJSON.serialize(input)));
      return { url: `${portal.url}/api/trpc/${procedure}?input=${query}`, cookie, agent };
    };
    const pageOf = (turn: number): Asked => {
      const { cookie, agent } = personOf(turn);
      return { url: `${portal.url}${pages[turn % pages.length]}`, cookie, agent };
    };
    const loadFor = (seconds: number) =>
      Promise.all([
        askEvenly({ perSecond: pagesPerSecond, seconds }, pageOf),
        askEvenly({ perSecond: count * callsPerSecond, seconds }, callOf),
      ]);
    await loadFor(warmUpSeconds);
    const what = `Seitenaufruf, p99, neben ${count} Angemeldeten mit Sockets und je ${callsPerSecond} Aufrufen je Sekunde`;
    const [viewed, called] = await during(what, () => loadFor(seconds));
    for (const socket of sockets) socket.terminate();
    const callsP99 = quantile(called.wholeMs, 0.99);
    return [
      rowAtMost(what, quantile(viewed.wholeMs, 0.99), {
        most: maxMs,
        unit: "ms",
        note: ` (Aufrufe ${Math.round(callsP99)} ms)`,
      }),
    ];
  } finally {
    for (const { agent } of people) agent.destroy();
    await portal.stop();
  }
}

/** What an open page asks for by itself: its badge most of all, one list among five. Searches are asked for by hand. */
const callsOf = (id: string): [string, object][] => {
  const badge: [string, object] = ["notification.list", { page: 1, limit: 1, where: { forUserId: id, read: false } }];
  return [
    badge,
    ["notification.list", { page: 1, limit: 10, where: { forUserId: id } }],
    badge,
    ["website.list", toListInput(plainState(websites), websites)],
    badge,
  ];
};

async function hire(db: Db): Promise<Person[]> {
  const now = new Date();
  const at = now.toISOString();
  const people: Person[] = [];
  for (let index = 1; index <= count; index += 1) {
    const id = newId();
    const named = { email: `person-${index}@agentur.example`, name: `Person ${index}`, role: "maintainer" as const };
    await db
      .insertInto("users")
      .values({ id, ...named, createdAt: at, joinedAt: at })
      .execute();
    const { token } = await createSession(db, { userId: id, now });
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    people.push({ id, cookie: `techcenter.session=${token}`, agent });
  }
  return people;
}
