import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { openRdapServer, type RdapServer, rdapDomain } from "../../support/servers/rdap-server.ts";

let office: Office;
let registry: RdapServer;
let admin: Api;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  registry = await openRdapServer();
  registry.answer = answerOf;
  admin = await office.as(await office.hire({ role: "admin" }));
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await admin.setting.update({ section: "network", values, secrets: {}, version: 0 });
});
afterEach(async () => {
  askReservedNames(false);
  await registry.close();
});

const answerOf = (path: string) => rdapDomain(path.split("/").at(-1) ?? "");
const names = ["amsel.com", "fink.com", "meise.com", "star.com"];
const addAll = () =>
  Promise.all(names.map(async (name) => (await createRecord(admin, "domain", { name, responsibleUserId: null })).id));

/** Asks about all domains, as „Jetzt abfragen“ does; the second process is one that runs it beside. */
async function look(): Promise<void> {
  const { db, now } = office.services;
  await deriveLookups(office.services, ["registration"]);
  await db.updateTable("lookups").set({ dueAt: now().toISOString() }).where("claimedBy", "is", null).execute();
  const tools = {
    openDns: (allowedNetworks: readonly string[]) => openDns({ ...internetDns, roots: [], allowedNetworks, now }),
    rdapServerOf: () => registry.url,
  };
  await runDueLookups(office.services, tools, { kinds: ["registration"] });
}
const pause = async () => {
  const { nextAt, failures } = await office.services.db.selectFrom("lookupPaces").selectAll().executeTakeFirstOrThrow();
  return { failures, ms: Date.parse(nextAt) - office.services.now().getTime() };
};
const errorsOf = async (ids: string[]) => {
  const reader = await office.as(await office.hire({ role: "admin" }));
  return Promise.all(ids.map(async (id) => (await reader.registration.get({ id })).lookup?.error ?? null));
};

describe("a registry", () => {
  it("is asked about one domain at a time, however long it takes, and rests after its answer", async () => {
    await addAll();
    registry.answer = async (path) => {
      // While it makes up its mind for ten seconds, everybody comes back.
      for (let second = 0; second < 10; second += 1) {
        office.advance(secondMs);
        await look();
      }
      return answerOf(path);
    };
    await look();
    expect(registry.asked).toHaveLength(1);
    expect(await pause()).toEqual({ failures: 0, ms: 1500 });
    registry.answer = answerOf;
    office.advance(1499);
    await look();
    expect(registry.asked).toHaveLength(1);
    office.advance(1);
    await look();
    expect(registry.asked).toHaveLength(2);
  });

  it("that asks for patience is asked about no other domain, and all of them say why", async () => {
    const ids = await addAll();
    registry.answer = () => ({ status: 429, body: "", headers: { "Retry-After": "7200" } });
    await look();
    expect(await pause()).toEqual({ failures: 1, ms: 2 * hourMs });
    for (let time = 0; time < 10; time += 1) {
      office.advance(11 * minuteMs);
      await look();
    }
    expect(registry.asked).toHaveLength(1);
    expect(await errorsOf(ids)).toEqual(ids.map(() => "Die Registry bittet um Geduld (429)."));
    registry.answer = answerOf;
    office.advance(11 * minuteMs);
    await look();
    expect(registry.asked).toHaveLength(2);
    expect((await errorsOf(ids)).filter((error) => error === null)).toHaveLength(1);
    expect(await pause()).toEqual({ failures: 0, ms: 1500 });
  });

  it("that does not say for how long is left alone twice as long each time, up to a day", async () => {
    await addAll();
    registry.answer = () => ({ status: 503, body: "" });
    const waits: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      await look();
      const { ms, failures } = await pause();
      expect(failures).toBe(time + 1);
      waits.push(ms);
      office.advance(ms);
    }
    expect(registry.asked).toHaveLength(12);
    waits.forEach((ms, time) => {
      const usual = Math.min(24 * hourMs, 5 * minuteMs * 2 ** time);
      expect(ms).toBeGreaterThanOrEqual(usual * 0.9);
      expect(ms).toBeLessThanOrEqual(Math.min(24 * hourMs, usual * 1.1));
    });
  });

  it("that gives no answer is asked again after its pace", async () => {
    const ids = await addAll();
    registry.answer = () => ({ status: 500, body: "" });
    await look();
    expect(await pause()).toEqual({ failures: 0, ms: 1500 });
    expect((await errorsOf(ids)).filter((error) => error !== null)).toEqual(["Die Registry antwortet mit 500."]);
  });

  it("is free again after the process that asked it died, and after a clock that was ahead", async () => {
    await addAll();
    const at = (ms: number) => new Date(office.services.now().getTime() + ms).toISOString();
    const name = new URL(registry.url).host;
    await office.services.db
      .insertInto("lookupPaces")
      .values({ name, nextAt: at(minuteMs), error: null })
      .execute();
    await look();
    expect(registry.asked).toHaveLength(0);
    office.advance(minuteMs);
    await look();
    expect(registry.asked).toHaveLength(1);
    await office.services.db
      .updateTable("lookupPaces")
      .set({ nextAt: at(300 * 24 * hourMs) })
      .execute();
    await look();
    expect(registry.asked).toHaveLength(2);
  });
});
