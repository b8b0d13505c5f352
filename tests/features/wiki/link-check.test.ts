import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DocumentNode } from "../../../contract/document/json.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { stablePort } from "../../support/ports.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";
import { createPage, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let api: Api;
let admin: Api;
let web: Receiver;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
  admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
  web = await openReceiver();
  web.answer(() => ({ status: 200 }));
  await allow("127.0.0.0/8");
});
afterEach(() => web.close());

async function allow(...allowedNetworks: string[]) {
  const { version } = await admin.setting.get({ section: "network" });
  await admin.setting.update({ section: "network", values: { allowedNetworks }, version });
}

const link = (href: string): DocumentNode => ({
  type: "text",
  text: "dort",
  marks: [{ type: "link", attrs: { href } }],
});

async function page(title: string, hrefs: readonly string[], body: object = { status: "published" }) {
  const { id } = await createPage(api, { title, ...body });
  await write(office, jana, id, paragraph(...hrefs.map(link)));
  return id;
}

const check = () => office.services.jobs.run(office.services, "page-links");
const deadOf = async (id: string) => (await api.page.read({ id })).deadLinks.map(({ url }) => url);
const asked = () => web.received.map(({ method, path }) => `${method} ${path}`);

describe("the links of pages", () => {
  it("are asked once a month by HEAD, without cookies and without saying from where", async () => {
    await page("Anleitung", [`${web.url}/gut`, `${web.url}/gut#teil`]);
    await page("Noch eine", [`${web.url}/gut`]);
    await check();
    expect(asked()).toEqual(["HEAD /gut"]);
    const { headers } = web.received[0] ?? {};
    expect(Object.keys(headers ?? {}).sort()).toEqual(["connection", "host", "user-agent"]);
    const run = () => office.services.jobs.runDue(office.services);
    office.advance(29 * dayMs);
    await run();
    expect(asked()).toHaveLength(1);
    office.advance(2 * dayMs);
    await run();
    expect(asked()).toHaveLength(2);
  });

  it("are shown beside the page and among the gaps while there is nothing behind them", async () => {
    web.answer(({ path }) => ({ status: path === "/weg" ? 404 : 200 }));
    const id = await page("Anleitung", [`${web.url}/weg`, `${web.url}/da`]);
    await check();
    expect(asked()).toEqual(["HEAD /da", "HEAD /weg", "GET /weg"]);
    const since = office.services.now();
    expect((await api.page.read({ id })).deadLinks).toEqual([
      { url: `${web.url}/weg`, problem: expect.stringContaining("404"), checkedAt: since, brokenSince: since },
    ]);
    expect((await api.page.gaps()).deadLinks).toMatchObject([
      { url: `${web.url}/weg`, page: { id, title: "Anleitung" } },
    ]);

    office.advance(dayMs);
    await check();
    expect((await api.page.read({ id })).deadLinks).toMatchObject([
      { checkedAt: office.services.now(), brokenSince: since },
    ]);
    web.answer(() => ({ status: 200 }));
    office.advance(dayMs);
    await check();
    expect(await deadOf(id)).toEqual([]);
  });

  it("are forgotten when they are taken out of the page", async () => {
    web.answer(() => ({ status: 410 }));
    const id = await page("Anleitung", [`${web.url}/weg`]);
    await check();
    expect(await deadOf(id)).toHaveLength(1);
    await write(office, jana, id, paragraph("ohne Link"));
    expect(await deadOf(id)).toEqual([]);
    await check();
    expect(await office.services.db.selectFrom("linkChecks").selectAll().execute()).toEqual([]);
  });

  it("count as broken only the second time where it may have been an accident", async () => {
    const busy = await page("Fehler", [`${web.url}/fehler`]);
    web.answer(() => ({ status: 503 }));
    await check();
    expect(await deadOf(busy)).toEqual([]);
    office.advance(hourMs);
    await check();
    expect(await deadOf(busy)).toEqual([`${web.url}/fehler`]);
  });

  it.each([401, 403, 429])("are there where a program is answered with %i", async (status) => {
    const id = await page("Verschlossen", [`${web.url}/x`]);
    web.answer(() => ({ status }));
    await check();
    office.advance(hourMs);
    await check();
    expect(await deadOf(id)).toEqual([]);
  });

  it("are followed through redirects, but not for ever", async () => {
    web.answer(({ path }) => {
      if (path === "/alt") return { status: 301, headers: { Location: "/neu" } };
      if (path.startsWith("/kreis")) return { status: 302, headers: { Location: "/kreis" } };
      return { status: 200 };
    });
    const id = await page("Weiter", [`${web.url}/alt`, `${web.url}/kreis`]);
    await check();
    office.advance(hourMs);
    await check();
    const dead = (await api.page.read({ id })).deadLinks;
    expect(dead).toMatchObject([{ url: `${web.url}/kreis`, problem: expect.stringContaining("Weiterleitungen") }]);
  });

  it("are broken where nobody listens or the name does not exist", async () => {
    const url = `http://127.0.0.1:${await stablePort()}/`;
    const id = await page("Zu", [url, "http://nirgends.invalid/"]);
    await check();
    office.advance(hourMs);
    await check();
    expect(await deadOf(id)).toEqual([url, "http://nirgends.invalid/"]);
  });

  it("are asked by GET where a server does not understand HEAD", async () => {
    const id = await page("Alt", [`${web.url}/alt`]);
    web.answer(({ method }) => ({ status: method === "HEAD" ? 500 : 200 }));
    await check();
    expect(asked()).toEqual(["HEAD /alt", "GET /alt"]);
    office.advance(hourMs);
    await check();
    expect(await deadOf(id)).toEqual([]);
  });

  it("into networks that are not allowed are neither asked nor called broken", async () => {
    await allow();
    const id = await page("Innen", [`${web.url}/x`, "http://169.254.169.254/latest"]);
    await check();
    office.advance(hourMs);
    await check();
    expect(web.received).toEqual([]);
    expect(await deadOf(id)).toEqual([]);
  });

  it("are left alone on drafts, in the trash and on pages of one person, and when checking is turned off", async () => {
    await page("Entwurf", [`${web.url}/a`], { status: "draft" });
    await page("Meine", [`${web.url}/b`], { status: "published", visibility: "private" });
    const gone = await page("Weg", [`${web.url}/c`]);
    await api.page.trash({ id: gone });
    await page("Offen", [`${web.url}/d`]);
    const { version } = await admin.setting.get({ section: "network" });
    await admin.setting.update({ section: "network", values: { checksLinks: false }, version });
    await check();
    expect(web.received).toEqual([]);
    expect((await api.page.gaps()).checksLinks).toBe(false);
    await admin.setting.update({ section: "network", values: { checksLinks: true }, version: version + 1 });
    await check();
    expect(asked()).toEqual(["HEAD /d"]);
  });

  it("say nothing of pages that somebody may not read", async () => {
    const { id } = await createPage(admin, { title: "Zugänge", status: "published", visibility: "maintainers" });
    await write(office, jana, id, paragraph(link(`${web.url}/geheim`)));
    web.answer(() => ({ status: 404 }));
    await check();
    expect((await admin.page.gaps()).deadLinks).toHaveLength(1);
    expect((await api.page.gaps()).deadLinks).toEqual([]);
  });

  it("are asked one at a time of each host", async () => {
    let open = 0;
    let most = 0;
    const slow: Server = createServer((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.end();
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const { port } = slow.address() as AddressInfo;
    await page(
      "Viele",
      Array.from({ length: 12 }, (_, index) => `http://127.0.0.1:${port}/${index}`),
    );
    await check();
    expect(most).toBe(1);
    slow.closeAllConnections();
    await new Promise((resolve) => slow.close(resolve));
  });

  it("are all asked again when an admin wants to know, and none is judged while the internet is away", async () => {
    const id = await page("Anleitung", [`${web.url}/gut`]);
    await check();
    await admin.job.run({ name: "page-links" });
    expect(asked()).toEqual(["HEAD /gut", "HEAD /gut"]);
    const away = ["http://eins.invalid/", "http://zwei.invalid/", "http://drei.invalid/"];
    await write(office, jana, id, paragraph(...away.map(link)));
    await office.services.jobs.runDue(office.services);
    office.advance(hourMs);
    await office.services.jobs.runDue(office.services);
    expect(await deadOf(id)).toEqual([]);
    expect((await office.services.db.selectFrom("linkChecks").select("failures").execute()).map(Object.values)).toEqual(
      [[0], [0], [0]],
    );
  });
});
