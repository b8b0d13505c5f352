import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../server/trpc/context.ts";
import { readCalendar } from "../support/icalendar.ts";
import { type Office, openOffice } from "../support/office.ts";
import { createRecord } from "../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  jana = await office.hire();
});
afterEach(() => server.close());

async function openFeed() {
  const feed = { name: "Fristen", scope: "all", categories: ["device"] } as const;
  const { id, url } = await (await office.as(jana)).calendarFeed.create({ ...feed, categories: [...feed.categories] });
  return { id, path: new URL(url).pathname };
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, server.url), { headers });

describe("a calendar program", () => {
  it("fetches the feed without a session, and leaves no trace of its key in the log", async () => {
    await createRecord(await office.as(jana), "device", { name: "ThinkPad", warrantyUntil: "2026-12-03" });
    const { path } = await openFeed();
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(readCalendar(await answer.text()).events).toMatchObject([{ SUMMARY: { value: "Garantieende: ThinkPad" } }]);
    const withoutEnding = await get(path.replace(/\.ics$/, ""));
    expect(withoutEnding.status).toBe(200);
    const token = path.replace(/^\/ics\/|\.ics$/g, "");
    expect(JSON.stringify(server.log)).toContain("/ics/…");
    expect(JSON.stringify(server.log)).not.toContain(token);
    const [kept] = await (await office.as(jana)).calendarFeed.list({});
    expect(kept?.lastUsedAt).toEqual(office.services.now());
  });

  it("is told that nothing has changed, until something has", async () => {
    const api = await office.as(jana);
    const { id } = await createRecord(api, "device", { name: "ThinkPad", warrantyUntil: "2026-12-03" });
    const { path } = await openFeed();
    const etag = (await get(path)).headers.get("etag") ?? "";
    const again = await get(path, { "If-None-Match": `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    await api.device.update({ params: { id }, body: { warrantyUntil: "2026-12-31" }, version: 1 });
    expect((await get(path, { "If-None-Match": etag })).status).toBe(200);
  });

  it.each(["/ics/x", "/ics/..%2f..%2fetc", `/ics/${"a".repeat(43)}.ics`, `/ics/${"a".repeat(5000)}`])(
    "finds nothing at %s",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("BEGIN:VCALENDAR");
    },
  );

  it("is asked to wait when it fetches too often, and only it", async () => {
    const [busy, calm] = [await openFeed(), await openFeed()];
    const statuses = [];
    for (let count = 0; count < 32; count += 1) statuses.push((await get(busy.path)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect((await get(busy.path)).headers.get("retry-after")).toBe("60");
    expect((await get(calm.path)).status).toBe(200);
    office.advance(60_000);
    expect((await get(busy.path)).status).toBe(200);
  });

  it("gets nothing by other methods", async () => {
    const { path } = await openFeed();
    const answer = await fetch(new URL(path, server.url), { method: "POST" });
    expect(await answer.text()).not.toContain("BEGIN:VCALENDAR");
    const head = await fetch(new URL(path, server.url), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});
