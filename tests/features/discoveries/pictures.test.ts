import { afterEach, beforeEach, expect, it } from "vitest";
import { takeDiscoveryPictures } from "../../../server/features/discoveries/pictures.ts";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import { findFile } from "../../../server/features/files/queries.ts";
import { derivePreviews } from "../../../server/features/previews/derive.ts";
import { takeDuePreviews } from "../../../server/features/previews/run.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openSiteInternet, type SiteInternet, startPage } from "../../support/discoveries/site-internet.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/pages/scripted-browser.ts";

let office: Office;
let internet: SiteInternet;
let browser: ScriptedBrowser;
let jana: Person;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  internet = await openSiteInternet();
  browser = scriptedBrowser();
  office.services.browser = browser;
  jana = await office.hire();
  member = await office.as(jana);
});
afterEach(() => internet.close());

async function discover(...names: string[]) {
  for (const name of names) internet.sites.set(name, { pages: { "*": startPage(name) } });
  const { id } = await member.discovery.create({ urls: names });
  await runDiscoveries(office.services, internet.tools);
  return id;
}
const pictures = () => takeDiscoveryPictures(office.services);
async function stepsOf(id: string) {
  const { urls } = await member.discovery.get({ id });
  return urls.map(({ steps }) => {
    const step = steps.find((each) => each.step === "picture");
    if (step?.step !== "picture") throw new Error("there is no such step");
    return step;
  });
}
const mayRead = async (key: string, person: Person) => (await findFile(office.services.db, key, person)) !== undefined;

it("shows a URL as a desktop and a phone do, to its maker alone and once", async () => {
  const id = await discover("amsel.example");
  expect(await stepsOf(id)).toMatchObject([{ state: "waiting", answer: null }]);
  expect(await pictures()).toBe(1);
  expect(await pictures()).toBe(0);
  expect(browser.visited).toEqual(["desktop https://amsel.example", "mobile https://amsel.example"]);
  const [step] = await stepsOf(id);
  expect(step).toMatchObject({ state: "done", text: "Desktop und Telefon." });
  const key = step?.answer?.desktopKey ?? "";
  const [colleague, admin] = [await office.hire(), await office.hire({ role: "admin" })];
  expect([await mayRead(key, jana), await mayRead(key, colleague), await mayRead(key, admin)]).toEqual([
    true,
    false,
    true,
  ]);
});

it("goes over to the website that is created, which needs no other one then", async () => {
  const id = await discover("amsel.example", "boehm.example");
  await pictures();
  const { urls } = await member.discovery.get({ id });
  const [first, second] = urls.map(({ id: urlId }) => urlId);
  const moved = { urlId: second ?? "", website: { url: "https://laden.boehm.example" } };
  const { created } = await member.discovery.createSites({ id, sites: [{ urlId: first ?? "" }, moved] });
  browser.visited.length = 0;
  await derivePreviews(office.services);
  await takeDuePreviews(office.services);
  expect(browser.visited).toEqual([]);
  const [website, other] = created.map(({ website: { id: websiteId } }) => websiteId);
  const [step] = await stepsOf(id);
  const preview = await member.preview.get({ id: website ?? "" });
  expect(preview).toMatchObject({ state: "current", earlier: 0, picture: { desktopKey: step?.answer?.desktopKey } });
  expect((await member.preview.get({ id: other ?? "" })).picture).toBeNull();
  expect(await mayRead(step?.answer?.desktopKey ?? "", await office.hire())).toBe(true);
  await member.discovery.delete({ id });
  expect(await mayRead(step?.answer?.desktopKey ?? "", await office.hire())).toBe(true);
  const { db } = office.services;
  expect(await db.selectFrom("files").select("key").where("owner", "is", null).execute()).toHaveLength(2);
});

it("says why there is none, and keeps nobody from creating the website", async () => {
  internet.sites.set("kaputt.example", {
    pages: { "*": (_, response) => void response.writeHead(500, { "content-type": "text/html" }).end("<p>Zu") },
  });
  browser.show({ fails: "Die Seite wurde nicht rechtzeitig fertig." });
  const failed = await discover("amsel.example");
  const { id: broken } = await member.discovery.create({ urls: ["kaputt.example", "gibtsnicht.example"] });
  await runDiscoveries(office.services, internet.tools);
  await pictures();
  expect(await stepsOf(failed)).toMatchObject([{ state: "failed", text: "Die Seite wurde nicht rechtzeitig fertig." }]);
  expect(await stepsOf(broken)).toMatchObject([
    { state: "skipped", text: "Von einer Fehlerseite wird kein Bild gemacht." },
    { state: "skipped", text: "Ohne Antwort der Website gibt es kein Bild." },
  ]);
  browser.show({ off: "sandbox" });
  const off = await discover("cohn.example");
  await pictures();
  expect(await stepsOf(off)).toMatchObject([
    { state: "skipped", text: "Kein Bild: Die Sandbox des Browsers startet nicht." },
  ]);
  const { urls } = await member.discovery.get({ id: off });
  const sites = urls.map(({ id: urlId }) => ({ urlId }));
  expect((await member.discovery.createSites({ id: off, sites })).created).toHaveLength(1);
});

it("is taken by one of two processes, and of nothing for somebody who may not create websites any more", async () => {
  await discover("amsel.example");
  expect((await Promise.all([pictures(), pictures()])).reduce((sum, worked) => sum + worked, 0)).toBe(1);
  const id = await discover("boehm.example");
  browser.visited.length = 0;
  await office.services.db.updateTable("users").set({ role: "readonly" }).where("id", "=", jana.id).execute();
  await pictures();
  expect(browser.visited).toEqual([]);
  const admin = await office.as(await office.hire({ role: "admin" }));
  const [discovered] = (await admin.discovery.get({ id })).urls;
  expect(discovered?.steps.find(({ step }) => step === "picture")?.state).toBe("skipped");
});
