import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startLiveClient } from "../../../app/lib/live/live-client.ts";
import { listenToLiveEvents, liveStore } from "../../../app/lib/live/live-store.ts";
import { openBalancer } from "../../support/nodes/balancer.ts";
import { openNodesBehind } from "../../support/nodes/behind-balancer.ts";
import {
  missingForNodes,
  openSharedPlace,
  type SharedPlace,
  whyWithoutNodes,
} from "../../support/nodes/shared-place.ts";
import type { TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { inBrowser, postFrom } from "../../support/portal/push-clients.ts";
import { isInstalled } from "../../support/proxies/debian-proxies.ts";
import { openNginx } from "../../support/proxies/nginx.ts";
import { until } from "../../support/until.ts";
import { openWriter } from "../../support/wiki/page-clients.ts";
import { documentOf, putPage } from "../../support/wiki/pages.ts";

const balancers = {
  "a balancer that asks nodes how they are": openBalancer,
  ...(isInstalled("nginx") && { "nginx as packaging/ configures it": openNginx }),
};

describe.skipIf(missingForNodes !== "")(`a node that is told to end${whyWithoutNodes}`, () => {
  let place: SharedPlace;

  beforeAll(async () => {
    place = await openSharedPlace();
  });

  async function health(address: string, kind: "live" | "ready") {
    const answer = await fetch(`http://${address}/api/health/${kind}`);
    return { code: answer.status, ...((await answer.json()) as object) };
  }

  /** What a page of an admin is told of its connection, from when it is online. */
  async function openPage(url: string, cookie: string) {
    const browser = { cookie, origin: url };
    const { hostname, port } = new URL(url);
    const refreshed: unknown[] = [];
    const client = inBrowser(browser, () =>
      startLiveClient({
        appKey: place.secrets.soketi.key,
        role: "admin",
        location: { hostname, port, protocol: "http:" },
        post: postFrom(browser),
        refresh: (features) => void refreshed.push(features),
        toast: () => undefined,
        badge: () => undefined,
        rereadBadge: () => undefined,
        mayShow: async () => true,
        onSessionLost: () => undefined,
      }),
    );
    onTestFinished(client.stop);
    await until(() => expect([liveStore.read().state, refreshed.length > 0]).toEqual(["online", true]));
    const told = vi.spyOn(liveStore, "update");
    onTestFinished(() => told.mockRestore());
    const gaps: unknown[] = [];
    onTestFinished(listenToLiveEvents(({ event, payload }) => event === "liveGap" && gaps.push(payload)));
    return { refreshed, gaps, states: () => told.mock.calls.flatMap(([{ state }]) => state ?? []) };
  }

  /** Asks for something again and again until it is stopped; resolves with what was not answered well. */
  function keepAsking(url: string, cookie: string): () => Promise<unknown[]> {
    const failures: unknown[] = [];
    let isOver = false;
    const ask = async () => {
      const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) failures.push(answer.status);
    };
    const asking = (async () => {
      while (!isOver) await ask().catch((error: unknown) => failures.push(error));
    })();
    return async () => {
      isOver = true;
      await asking;
      return failures;
    };
  }

  const namesOf = async ({ portal }: TestPortal) =>
    (await portal.services.nodes.living()).map(({ name, isDraining }) => `${name}${isDraining ? " ends" : ""}`);

  it.each(Object.entries(balancers))(
    "takes up nothing more, and lets the other have its people, who are told nothing, behind %s",
    async (_name, open) => {
      const { url, first, second } = await openNodesBehind(place, open);
      const { services } = first.portal.portal;
      const jana = await first.portal.hire({ name: "Jana Petersen", role: "admin" });
      const { cookie } = await first.portal.signIn(jana);
      const pageId = await putPage(services.db, { document: documentOf("Anfang") });
      const page = await openPage(url, cookie);
      const writers = ["Jana", "Timo", "Mara"].map((who) => {
        const writer = openWriter({ origin: url, cookie, pageId, personId: jana.id });
        onTestFinished(() => writer.destroy());
        const states = new Set<string>();
        return { ...writer, who, states };
      });
      for (const writer of writers) {
        await writer.synced;
        writer.write(`${writer.who} vorher`);
        await writer.saved();
        onTestFinished(writer.status.subscribe(() => void writer.states.add(writer.status.read().state)));
      }
      const stopAsking = keepAsking(url, cookie);

      const stopped = first.portal.stop();
      expect(await health(first.address, "ready")).toMatchObject({ code: 503, status: "draining", node: "draining" });
      expect(await health(first.address, "live")).toMatchObject({ code: 200 });
      expect(services.nodes.mayClaim()).toBe(false);
      expect(await health(second.address, "ready")).toMatchObject({ code: 200, node: "living" });
      await until(async () => expect(await namesOf(second.portal)).toEqual(["eins ends", "zwei"]));
      for (const writer of writers) writer.write(`${writer.who} währenddessen`);
      await stopped;

      expect(await stopAsking()).toEqual([]);
      expect(await namesOf(second.portal)).toEqual(["zwei"]);
      for (const writer of writers) {
        writer.write(`${writer.who} danach`);
        await writer.saved();
      }
      const written = ["vorher", "währenddessen", "danach"].flatMap((when) =>
        writers.map(({ who }) => `${who} ${when}`),
      );
      for (const writer of writers) {
        await until(() => expect(writer.lines().toSorted()).toEqual(["Anfang", ...written].toSorted()));
        expect([...writer.states].filter((state) => state !== "saved" && state !== "saving")).toEqual([]);
      }
      // It has a socket before it hears everything; what it hears until then goes into one refresh of everything.
      await until(() => expect(liveStore.read().history.at(-1)?.status).toBe("online"));
      const heard = page.refreshed.length;
      await (await apiOf(second.portal, jana)).website.create({
        body: { name: "Weingut Amsel", url: `https://amsel-${new URL(url).port}.example` },
      });
      await until(() => expect(page.refreshed.slice(heard).flat()).toContain("website"));
      expect(new Set(page.states())).toEqual(new Set(["online"]));
    },
  );
});
