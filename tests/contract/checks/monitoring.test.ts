import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { callRest } from "../../support/api/rest-client.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let site: Server;
let isBroken = false;
/** What those who asked have called themselves. */
const visitors = new Set<string | undefined>();
let admin: Api;
let token: string;

beforeAll(async () => {
  site = createServer(({ headers }, response) => {
    visitors.add(headers["user-agent"]);
    response.writeHead(isBroken ? 500 : 200, { "Content-Type": "text/html" });
    response.end("<title>Weingut Amsel</title><h1>Willkommen im Weingut</h1>");
  }).listen(0, "127.0.0.1");
  portal = await startTestPortal({ env: { MONITORING: "on" } });
  admin = await apiOf(portal, await portal.hire({ role: "admin" }));
  await admin.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.0/8"] }, version: 0 });
  token = (
    await admin.apiToken.create({
      name: "Skript",
      scopes: ["records:read", "monitoring:read", "monitoring:write"],
      days: 30,
    })
  ).token;
});
afterAll(async () => {
  await portal.stop();
  site.close();
});

const urlOf = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

const call = (path: string, method = "GET") => callRest(portal, token, path, { method });

describe("a running portal", () => {
  it("looks at a new website by itself, and says how it is", async () => {
    const { id } = await admin.website.create({ body: { url: urlOf(), lifecycle: "live" } });
    await vi.waitFor(
      async () => {
        const { values } = await admin.website.get({ id });
        expect(values).toMatchObject({ status: "online", responseTimeMs: expect.any(Number), uptime30d: 10_000 });
      },
      { interval: 200 },
    );
    const { json } = await call(`/websites/${id}`);
    expect(json.values).toMatchObject({ status: "online", checkedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it("looks now when it is asked, and answers the result", async () => {
    const { data } = await admin.website.list({ page: 1, limit: 1, where: [] });
    const id = String(data[0]?.id);
    isBroken = true;
    const { status, json } = await call(`/websites/${id}/check`, "POST");
    expect(status).toBe(200);
    expect(json).toMatchObject({
      target: { type: "website", id },
      results: [{ outcome: "failed", httpStatus: 500, code: "httpStatus" }],
    });
    isBroken = false;
    const availability = await call(`/websites/${id}/availability?range=24h`);
    expect(availability.json).toMatchObject({ range: "24h", stepSeconds: 300 });
  });

  it("says to whom it looks at where that is explained, where somebody has set where it is reached", async () => {
    const env = { MONITORING: "on", PUBLIC_URL: "https://portal.example" };
    const other = await startTestPortal({ env });
    try {
      const api = await apiOf(other, await other.hire({ role: "admin" }));
      await api.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.0/8"] }, version: 0 });
      await api.website.create({ body: { url: urlOf(), lifecycle: "live" } });
      await vi.waitFor(() => expect(visitors).toContain("MEDIUM-TechCenter/1.0 (+https://portal.example/bot)"), {
        interval: 200,
      });
    } finally {
      await other.stop();
    }
  });
});
