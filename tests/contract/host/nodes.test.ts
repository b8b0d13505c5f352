import Pusher from "pusher";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startLiveClient } from "../../../app/lib/live/live-client.ts";
import { type LiveState, liveStore } from "../../../app/lib/live/live-store.ts";
import { enterRoom } from "../../../app/lib/live/rooms.ts";
import { presenceChannel } from "../../../contract/live/live-events.ts";
import { recordChannel } from "../../../contract/records/record-channel.ts";
import { newId } from "../../../server/db/new-id.ts";
import { createLog } from "../../../server/log.ts";
import { findShared, type NodeLinks, openLinks, type SharedRedis } from "../../../server/nodes/open-links.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { type Soketi, startSoketi } from "../../../server/soketi/supervisor.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { findRedis, type RedisServer, startRedis } from "../../support/nodes/redis.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { inBrowser, postFrom } from "../../support/portal/push-clients.ts";
import { createPostgres, startMigrated } from "../../support/postgres/databases.ts";
import { openBucket } from "../../support/servers/bucket.ts";
import { findPostgres } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { until } from "../../support/until.ts";
import { createPage } from "../../support/wiki/wiki.ts";

const programs = { postgres: findPostgres(), redis: findRedis() };
const missing = [!programs.postgres && "postgresql", !programs.redis && "redis-server"].filter(Boolean).join(" and ");
const reason = missing ? ` (skipped: Debian's ${missing} is not installed)` : "";

/** The portal as one node, and what of a second one others notice: its Soketi, and what it says on the bus. */
describe.skipIf(missing !== "")(`a portal beside another node${reason}`, () => {
  let redis: RedisServer;
  let portal: TestPortal;
  let shared: SharedRedis;
  let other: NodeLinks;
  let soketi: Soketi;
  let publisher: Pusher;
  let jana: Person;
  const open: { stop(): void }[] = [];

  beforeAll(async () => {
    const postgres = await startMigrated(programs.postgres ?? "");
    atFileEnd(postgres.stop);
    redis = await startRedis(programs.redis ?? "");
    atFileEnd(redis.stop);
    const bucket = await openBucket();
    atFileEnd(bucket.close);
    const { url } = await createPostgres(postgres.folder);
    portal = await startTestPortal({
      env: {
        DATABASE_URL: url,
        REDIS_URL: redis.url,
        S3_ENDPOINT: bucket.s3.endpoint ?? "",
        S3_BUCKET: bucket.s3.bucket,
        S3_ACCESS_KEY_ID: bucket.s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.s3.secretAccessKey,
      },
    });
    atFileEnd(portal.stop);
    jana = await portal.hire({ name: "Jana Petersen", role: "admin" });

    const { signingKey, soketi: app } = loadSecrets(portal.dataDir);
    const found = await findShared({ redis: { url: redis.url } }, { db: portal.portal.services.db, signingKey });
    if (!found) throw new Error("The portal shares no Redis.");
    shared = found;
    other = await openLinks(shared, createLog("silent"));
    atFileEnd(() => other.bus.end());
    soketi = await startSoketi({
      configFile: "soketi.json",
      dataDir: temporaryFolder("other-node"),
      port: 0,
      app,
      shared,
      log: createLog("silent"),
    });
    atFileEnd(() => soketi.stop());
    publisher = new Pusher({
      appId: app.id,
      key: app.key,
      secret: app.secret,
      host: "127.0.0.1",
      port: String(soketi.port),
    });
    await until(() => expect(connected()).toEqual([true, true]));
  });
  afterEach(() => {
    for (const each of open.splice(0)) each.stop();
  });

  const connected = () => [portal.portal.services.bus.isConnected(), other.bus.isConnected()];
  const ready = async () => {
    const answer = await fetch(`${portal.url}/api/health/ready`);
    return { ...(await answer.json()), code: answer.status };
  };

  /** The portal's own client on a page of somebody who is signed in; there is one at a time. */
  async function openPage(person = jana, state: LiveState = "online") {
    const { cookie, sessionId } = await portal.signIn(person);
    const browser = { cookie, origin: portal.url };
    const page = { sessionId, refreshed: [] as unknown[], sessionLost: 0, history: () => liveStore.read().history };
    const { hostname, port } = new URL(portal.url);
    const client = inBrowser(browser, () =>
      startLiveClient({
        appKey: loadSecrets(portal.dataDir).soketi.key,
        role: person.role,
        location: { hostname, port, protocol: "http:" },
        post: postFrom(browser),
        refresh: (features) => void page.refreshed.push(features),
        toast: () => undefined,
        badge: () => undefined,
        rereadBadge: () => undefined,
        mayShow: async () => true,
        onSessionLost: () => {
          page.sessionLost += 1;
        },
      }),
    );
    open.push(client);
    await until(() => expect([liveStore.read().state, page.refreshed.length > 0]).toEqual([state, true]));
    return page;
  }

  it("hears the live events that the other one sends", async () => {
    const page = await openPage();
    await until(async () => {
      await publisher.trigger("website", "newWebsite", { website: { id: newId(), name: "Weingut Amsel" } });
      expect(page.refreshed).toContainEqual(["website", "domain", "dashboard"]);
    });
  });

  it("closes the sockets of whom the other one has locked or signed out", async () => {
    const page = await openPage();
    const before = page.history().length;
    other.bus.publish("live.sockets", { userId: newId() });
    other.bus.publish("live.sockets", { userId: jana.id });
    await until(() =>
      expect(
        page
          .history()
          .slice(before)
          .map(({ status }) => status),
      ).toContain("offline"),
    );
    await until(() => expect(liveStore.read().state).toBe("online"));
    // Nobody says it: the session is gone from the database.
    await portal.portal.services.db.deleteFrom("sessions").where("id", "=", page.sessionId).execute();
    await until(() => expect(page.sessionLost).toBe(1));
  });

  it("takes whoever may no longer see a record out of its room when the other one has narrowed it", async () => {
    const member = await portal.hire({ name: "Timo Brandt" });
    const api = await apiOf(portal, jana);
    const { id } = await createPage(api);
    const channel = recordChannel({ type: "page", id });
    await openPage(member);
    const leave = enterRoom(channel, "looking");
    open.push({ stop: leave });
    await until(() => expect(liveStore.read().rooms[channel]?.map(({ id }) => id)).toEqual([member.id]));
    // As the other node does it: this one hears nothing of it but what comes over the bus.
    const live = { publish: async () => undefined, disconnect: () => undefined };
    const services = { ...portal.portal.services, live };
    await (await apiOf({ portal: { ...portal.portal, services } }, jana)).page.setVisibility({
      id,
      visibility: "maintainers",
    });
    other.bus.publish("live.records", { changes: [{ type: "page", ids: [id] }] });
    const others = async () => {
      const answer = await publisher.get({ path: `/channels/${channel}/users` });
      return ((await answer.json()) as { users: unknown[] }).users;
    };
    await until(async () => expect(await others()).toEqual([]));
  });

  it("has its browsers fetch everything when the other one may not have been heard", async () => {
    const page = await openPage();
    const before = page.refreshed.length;
    other.bus.publish("live.gap", {});
    await until(() => expect(page.refreshed.slice(before)).toContain("everything"));
    expect(liveStore.read().state).toBe("online");
  });

  it("goes on saving while Redis is away, says that live events pause, and catches up afterwards", async () => {
    expect(await ready()).toMatchObject({ code: 200, redis: true });
    const page = await openPage();
    const api = await apiOf(portal, jana);
    await redis.halt();
    await until(() => expect(liveStore.read().state).toBe("paused"));
    expect(await ready()).toMatchObject({ code: 200, status: "degraded", redis: false });
    const { id } = await api.customer.create({ body: { name: "Weingut Amsel" } });
    expect(await api.customer.get({ id })).toMatchObject({ title: "Weingut Amsel" });
    const before = page.refreshed.length;
    await redis.resume();
    await until(() => expect(liveStore.read().state).toBe("online"));
    expect(page.refreshed.slice(before)).toContain("everything");
    await until(async () => expect(await ready()).toMatchObject({ redis: true }));
  });

  it("tells whoever connects while Redis is away, who joins the presence list all the same", async () => {
    await redis.halt();
    await until(() => expect(connected()).toEqual([false, false]));
    await openPage(jana, "paused").finally(() => redis.resume());
    expect(liveStore.read().channels[presenceChannel]).toBe("subscribed");
    expect(liveStore.read().members.map(({ id }) => id)).toContain(jana.id);
    await until(() => expect(liveStore.read().state).toBe("online"));
  });

  it("looks by itself what the other one has done to people while it cannot tell", async () => {
    const member = await portal.hire({ name: "Mara Vogt" });
    const page = await openPage(member);
    await redis.halt();
    try {
      await until(() => expect(liveStore.read().state).toBe("paused"));
      const before = page.history().length;
      const { db } = portal.portal.services;
      await db.updateTable("users").set({ role: "maintainer" }).where("id", "=", member.id).execute();
      await until(() =>
        expect(
          page
            .history()
            .slice(before)
            .map(({ status }) => status),
        ).toContain("offline"),
      );
    } finally {
      await redis.resume();
    }
    await until(() => expect(liveStore.read().state).toBe("online"));
  });

  it("counts what a person does together with the other one", async () => {
    const { limits } = portal.portal.services;
    let attempts = 0;
    // Each counts for itself while Redis was away just now, or takes longer to answer than a person is kept waiting for it.
    await until(async () => {
      attempts += 1;
      const name = `messages of a test ${attempts}`;
      const [here, there] = [limits, other.limits].map((each) => each.openBucket(name, 2));
      const now = Date.now();
      expect([await here?.("jana", now), await there?.("jana", now), await here?.("jana", now)]).toMatchObject([
        { isAllowed: true },
        { isAllowed: true },
        { isAllowed: false },
      ]);
    });
  });
});
