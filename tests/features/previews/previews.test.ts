import { beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { type OffReason, offTexts } from "../../../server/browser/browser-problem.ts";
import { removeOrphanedFiles } from "../../../server/features/files/orphans.ts";
import { findFile } from "../../../server/features/files/queries.ts";
import { derivePreviews } from "../../../server/features/previews/derive.ts";
import { startPreviews, takeDuePreviews } from "../../../server/features/previews/run.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/pages/scripted-browser.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf, refusalsOf } from "../../support/records/refusals.ts";

let office: Office;
let browser: ScriptedBrowser;
let admin: Api;
let jana: Person;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  browser = scriptedBrowser();
  office.services.browser = browser;
  admin = await office.as(await office.hire({ role: "admin" }));
  jana = await office.hire({ role: "member" });
  member = await office.as(jana);
});

const aWebsite = (values: Record<string, unknown> = {}) =>
  createRecord(admin, "website", { url: `https://amsel-${Math.random().toString(36).slice(2)}.de/`, ...values });

async function run(): Promise<"done" | "off"> {
  await derivePreviews(office.services);
  return takeDuePreviews(office.services);
}

const offMessage = (reason: OffReason) => `${offTexts[reason].value}. ${offTexts[reason].advice}`;
const signalsOf = (event: string) => office.signals.filter((signal) => signal.event === event);

describe("a picture of a website", () => {
  it("is seen by everybody who is signed in, and asked for by those who may run checks", async () => {
    const { id } = await aWebsite();
    const stranger = await office.as();
    const reader = await office.as(await office.hire({ role: "readonly" }));
    for (const call of [stranger.preview.get({ id }), stranger.preview.take({ id }), stranger.preview.kept({ id })])
      expect((await refusalOf(call)).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(stranger.preview.thumbs({ ids: [id] }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.preview.take({ id }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(reader.preview.takeMany({ selection: { ids: [id] } }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(member.preview.take({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(reader.preview.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect(await reader.preview.get({ id })).toMatchObject({ state: "none", picture: null });
    expect(browser.visited).toEqual([]);
  });

  it("comes by itself for what is live, and is read by whoever may read the website", async () => {
    const live = await aWebsite();
    await aWebsite({ lifecycle: "planned" });
    const { url } = (await admin.website.get({ id: live.id })).values;
    await run();
    expect(browser.visited).toEqual([`desktop ${url}`, `mobile ${url}`]);
    const { state, picture, nextAt } = await member.preview.get({ id: live.id });
    expect(state).toBe("current");
    expect(nextAt?.getTime()).toBeGreaterThan(office.services.now().getTime() + 6 * dayMs);
    expect(await member.preview.thumbs({ ids: [live.id] })).toEqual([
      { websiteId: live.id, state: "current", desktopKey: picture?.desktopKey },
    ]);
    const file = await findFile(office.services.db, picture?.desktopKey ?? "", jana);
    expect(file).toMatchObject({ mimeType: "image/webp", width: 1440, height: 900 });
    expect(await member.attachment.list({ type: "website", id: live.id })).toEqual([]);
    // Nothing is due, and nobody who did not ask gets a message.
    browser.visited.length = 0;
    await run();
    expect(browser.visited).toEqual([]);
    expect([...signalsOf("updatePreviewImage"), ...signalsOf("stopPreviewBtnSync")]).toEqual([]);
  });

  it("is taken anew when somebody asks, and tells them alone when it is there", async () => {
    const { id, title } = await aWebsite({ lifecycle: "planned" });
    await member.preview.take({ id });
    expect(await member.preview.get({ id })).toMatchObject({ state: "working" });
    await run();
    expect(await member.preview.get({ id })).toMatchObject({ state: "current" });
    const website = { id, name: title };
    expect(signalsOf("updatePreviewImage")).toMatchObject([{ payload: { website }, toUserId: jana.id }]);
    expect(signalsOf("stopPreviewBtnSync")).toMatchObject([{ payload: { website }, toUserId: jana.id }]);
  });

  it("also tells who asks while it is taken", async () => {
    const { id } = await aWebsite();
    await derivePreviews(office.services);
    const release = browser.hold();
    const running = takeDuePreviews(office.services);
    await expect.poll(() => browser.visited.length).toBe(2);
    await member.preview.take({ id });
    release();
    await running;
    expect(signalsOf("stopPreviewBtnSync")).toMatchObject([{ toUserId: jana.id }]);
  });

  it("is taken as a desktop and as a phone side by side", async () => {
    const { id } = await aWebsite();
    const { url } = (await admin.website.get({ id })).values;
    await derivePreviews(office.services);
    const release = browser.hold();
    const running = takeDuePreviews(office.services);
    await expect.poll(() => browser.visited).toEqual([`desktop ${url}`, `mobile ${url}`]);
    release();
    await running;
  });

  it("is taken once more for whoever asks while one is taken, and who asked before is told at once", async () => {
    const { id } = await aWebsite({ lifecycle: "planned" });
    const other = await office.hire({ role: "member" });
    await (await office.as(other)).preview.take({ id });
    const release = browser.hold();
    const running = takeDuePreviews(office.services);
    await expect.poll(() => browser.visited.length).toBe(2);
    office.advance(1000);
    await member.preview.take({ id });
    release();
    await running;
    expect(browser.visited).toHaveLength(4);
    const told = signalsOf("updatePreviewImage").map((signal) => "toUserId" in signal && signal.toUserId);
    expect(told).toEqual([other.id, jana.id]);
  });

  it("comes first where somebody waits, then for a new website, then for what is due each week", async () => {
    await aWebsite({ url: "https://woche.de/" });
    await run();
    office.advance(9 * dayMs);
    await aWebsite({ url: "https://neu.de/" });
    const chosen = await aWebsite({ url: "https://liste.de/", lifecycle: "planned" });
    const awaited = await aWebsite({ url: "https://gefragt.de/", lifecycle: "planned" });
    await member.preview.takeMany({ selection: { ids: [chosen.id] } });
    office.advance(1000);
    await member.preview.take({ id: awaited.id });
    browser.visited.length = 0;
    await derivePreviews(office.services);
    for (let round = 0; round < 4; round += 1) {
      let asked = 0;
      // One is claimed each time.
      await takeDuePreviews(office.services, () => asked++ > 0);
    }
    const hosts = browser.visited.filter((line) => line.startsWith("desktop")).map((line) => line.slice(8));
    expect(hosts.map((url) => new URL(url).hostname)).toEqual(["gefragt.de", "liste.de", "neu.de", "woche.de"]);
  });

  it("of a new website is planned while a round is under way", async () => {
    const first = await aWebsite();
    const release = browser.hold();
    const worker = startPreviews(office.services);
    await expect.poll(() => browser.visited.length).toBeGreaterThan(0);
    expect(await member.preview.get({ id: first.id })).toMatchObject({ state: "working" });
    const { id } = await aWebsite();
    await expect.poll(async () => (await member.preview.get({ id })).nextAt).not.toBeNull();
    release();
    await expect.poll(async () => (await member.preview.get({ id })).state, { timeout: 30_000 }).toBe("current");
    await worker.stop();
  });

  it("stays the last good one when the next fails, and says why", async () => {
    const { id, title } = await aWebsite();
    await run();
    const { picture } = await member.preview.get({ id });
    browser.show({ fails: "Die Seite antwortet nicht." });
    await member.preview.take({ id });
    await run();
    expect(await member.preview.get({ id })).toMatchObject({
      state: "failed",
      picture,
      error: "Die Seite antwortet nicht.",
    });
    expect(signalsOf("updatePreviewImage")).toEqual([]);
    expect(signalsOf("stopPreviewBtnSync")).toMatchObject([
      { payload: { website: { id, name: title }, error: "Die Seite antwortet nicht" }, toUserId: jana.id },
    ]);
    // It is tried again by itself, later and later.
    browser.show("upright");
    office.advance(30 * minuteMs);
    await run();
    expect(await member.preview.get({ id })).toMatchObject({ state: "failed" });
    office.advance(hourMs);
    await run();
    expect(await member.preview.get({ id })).toMatchObject({ state: "current", error: null });
  });

  it("of a phone stays the last good one when only that fails", async () => {
    const { id } = await aWebsite();
    await run();
    const before = await member.preview.get({ id });
    browser.show({ fails: "Die Seite antwortet nicht.", on: "mobile" });
    office.advance(8 * dayMs);
    await run();
    const { state, picture } = await member.preview.get({ id });
    expect(state).toBe("current");
    expect(picture?.desktopKey).not.toBe(before.picture?.desktopKey);
    expect(picture?.mobileKey).toBe(before.picture?.mobileKey);
    office.advance(2 * dayMs);
    await removeOrphanedFiles(office.services);
    expect(await findFile(office.services.db, picture?.mobileKey ?? "", jana)).toBeDefined();
  });

  it("is compared with earlier ones as it is shown today, whether it is kept", async () => {
    const { id } = await aWebsite();
    await run();
    expect(await member.preview.get({ id })).toMatchObject({ earlier: 0 });
    await member.preview.take({ id });
    await run();
    const { picture, earlier } = await member.preview.get({ id });
    expect(earlier).toBe(1);
    const kept = await member.preview.kept({ id });
    expect(kept).toHaveLength(2);
    expect(kept[0]).toMatchObject({ ...picture, distance: null });
  });

  it("is due at once when the address changes, and after a week", async () => {
    const { id, version } = await aWebsite();
    await run();
    browser.visited.length = 0;
    await admin.website.update({ params: { id }, body: { url: "https://zaunkoenig.de/" }, version });
    await run();
    expect(browser.visited).toContain("desktop https://zaunkoenig.de");
    browser.visited.length = 0;
    office.advance(8 * dayMs);
    await run();
    expect(browser.visited).toHaveLength(2);
  });

  it.each(["live", "planned"])("of another address is not compared with the former one's (%s)", async (lifecycle) => {
    const { id, version } = await aWebsite({ lifecycle });
    await member.preview.take({ id });
    await run();
    browser.show("lying");
    await admin.website.update({ params: { id }, body: { url: "https://zaunkoenig.de/" }, version });
    await member.preview.take({ id });
    await run();
    expect(browser.visited).toContain("desktop https://zaunkoenig.de");
    const { data } = await member.changeEvent.list({ type: "website", id });
    expect(data).not.toContainEqual(expect.objectContaining({ kind: "look" }));
    expect(await office.services.db.selectFrom("notifications").select("title").execute()).toEqual([]);
    // From here on, the new website is compared with itself.
    browser.show("upright");
    await member.preview.take({ id });
    await run();
    const after = await member.changeEvent.list({ type: "website", id });
    expect(after.data).toContainEqual(expect.objectContaining({ kind: "look" }));
  });

  it.each(["upright", { fails: "Die Seite antwortet nicht." }] as const)(
    "of an address that changes while it is looked at gives way to the new one's (%o)",
    async (scene) => {
      const { id, version } = await aWebsite();
      await derivePreviews(office.services);
      browser.show(scene);
      const release = browser.hold();
      const running = takeDuePreviews(office.services);
      await expect.poll(() => browser.visited.length).toBeGreaterThan(0);
      await admin.website.update({ params: { id }, body: { url: "https://zaunkoenig.de/" }, version });
      await derivePreviews(office.services);
      release();
      await running;
      expect(browser.visited).toContain("desktop https://zaunkoenig.de");
    },
  );

  it("is not taken where the settings say so, unless somebody asks", async () => {
    const { id } = await aWebsite();
    const { version } = await admin.setting.get({ section: "monitoring" });
    await admin.setting.update({ section: "monitoring", values: { takesPreviews: false }, version });
    await run();
    expect(browser.visited).toEqual([]);
    await member.preview.take({ id });
    await run();
    expect(await member.preview.get({ id })).toMatchObject({ state: "current", nextAt: null });
  });

  it("is taken of all that a list finds", async () => {
    for (const lifecycle of ["planned", "planned", "live"]) await aWebsite({ lifecycle });
    const scope = { where: [{ field: "lifecycle", is: "oneOf" as const, values: ["planned"] }] };
    expect(await member.preview.takeMany({ selection: { scope, expected: 2 } })).toEqual({ asked: 2 });
    await takeDuePreviews(office.services);
    expect(browser.visited).toHaveLength(4);
    expect(signalsOf("updatePreviewImage")).toEqual([]);
  });

  it("of something that looks quite different is news, and both are kept", async () => {
    const { id } = await aWebsite({ responsibleUserId: jana.id });
    await run();
    office.advance(8 * dayMs);
    await run();
    expect(await member.changeEvent.list({ type: "website", id })).toMatchObject({
      data: expect.not.arrayContaining([expect.objectContaining({ kind: "look" })]),
    });
    browser.show("lying");
    office.advance(8 * dayMs);
    await run();
    const timeline = await member.changeEvent.list({ type: "website", id });
    expect(timeline.data.filter((entry) => entry.by === "machine")).toMatchObject([
      { kind: "look", source: "picture", after: [expect.stringContaining("stark verändert")] },
    ]);
    const told = await office.services.db.selectFrom("notifications").select(["title", "severity"]).execute();
    expect(told).toMatchObject([{ title: expect.stringContaining("Aussehen"), severity: "critical" }]);
    const kept = await member.preview.kept({ id });
    expect(kept[0]?.distance).toBeGreaterThan(0.25);
    expect(kept[1]?.distance).toBeNull();
  });

  it("of something that looks quite different stands beside the one right before it", async () => {
    const { id } = await aWebsite();
    await run();
    await member.preview.take({ id });
    await run();
    const { picture: former } = await member.preview.get({ id });
    browser.show("lying");
    await member.preview.take({ id });
    await run();
    const kept = await member.preview.kept({ id });
    expect(kept).toHaveLength(3);
    expect(kept.map(({ desktopKey }) => desktopKey)).toContain(former?.desktopKey);
    office.advance(2 * dayMs);
    await removeOrphanedFiles(office.services);
    expect(await findFile(office.services.db, former?.desktopKey ?? "", jana)).toBeDefined();
    expect(await findFile(office.services.db, former?.mobileKey ?? "", jana)).toBeDefined();
  });

  it("is kept once a month; what nothing shows is removed", async () => {
    const { id } = await aWebsite();
    for (let week = 0; week < 6; week += 1) {
      await run();
      office.advance(8 * dayMs);
    }
    const { picture } = await member.preview.get({ id });
    const all = await member.preview.kept({ id });
    const kept = all.filter(({ desktopKey }) => desktopKey !== picture?.desktopKey);
    const months = kept.map(({ takenAt }) => takenAt.toISOString().slice(0, 7));
    expect(months).toEqual([...new Set(months)]);
    await removeOrphanedFiles(office.services);
    const files = await office.services.db.selectFrom("files").select("key").execute();
    const shown = new Set([picture, ...kept].flatMap((each) => [each?.desktopKey, each?.mobileKey]));
    expect(files.map(({ key }) => key).sort()).toEqual([...shown].sort());
  });

  it("waits where no browser starts, and the list says nothing of a failure", async () => {
    const { id } = await aWebsite();
    browser.show({ off: "sandbox" });
    expect(await run()).toBe("off");
    expect(await member.preview.get({ id })).toMatchObject({ state: "none", error: null });
    browser.show("upright");
    expect(await run()).toBe("done");
    expect(await member.preview.get({ id })).toMatchObject({ state: "current" });
  });

  it("is refused where something is missing that a start needs", async () => {
    const { id } = await aWebsite();
    for (const off of ["missing", "tools", "system"] as const) {
      browser.show({ off });
      const refused = [member.preview.take({ id }), member.preview.takeMany({ selection: { ids: [id] } })];
      for (const refusal of await refusalsOf(refused)) expect(refusal).toMatchObject({ message: offMessage(off) });
    }
    expect(browser.visited).toEqual([]);
  });

  it("is tried where the browser did not start the last time, and whoever asks learns that it does not", async () => {
    const { id, title } = await aWebsite({ lifecycle: "planned" });
    const chosen = await aWebsite({ lifecycle: "planned" });
    browser.show({ off: "sandbox" });
    await member.preview.takeMany({ selection: { ids: [chosen.id] } });
    await member.preview.take({ id });
    expect(await run()).toBe("off");
    expect(browser.visited).not.toEqual([]);
    expect(signalsOf("stopPreviewBtnSync")).toMatchObject([
      { payload: { website: { id, name: title }, error: offTexts.sandbox.value }, toUserId: jana.id },
    ]);
    for (const website of [id, chosen.id])
      expect(await member.preview.get({ id: website })).toMatchObject({ state: "none" });
    browser.show("upright");
    await member.preview.take({ id });
    expect(await run()).toBe("done");
    expect(await member.preview.get({ id })).toMatchObject({ state: "current" });
  });

  it("is taken up by another process when the one that had it is gone", async () => {
    const { id } = await aWebsite();
    await derivePreviews(office.services);
    const claimedUntil = new Date(office.services.now().getTime() + minuteMs).toISOString();
    await office.services.db.updateTable("previews").set({ claimedBy: "another", claimedUntil }).execute();
    await run();
    expect(browser.visited).toEqual([]);
    office.advance(2 * minuteMs);
    await run();
    expect(await member.preview.get({ id })).toMatchObject({ state: "current" });
  });

  it("goes with its website", async () => {
    const { id, title } = await aWebsite();
    await run();
    await admin.website.archive({ id });
    await admin.website.delete({ id, title });
    const { db } = office.services;
    expect(await db.selectFrom("previews").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("previewPictures").selectAll().execute()).toEqual([]);
    office.advance(2 * dayMs);
    await removeOrphanedFiles(office.services);
    expect(await db.selectFrom("files").select("key").execute()).toEqual([]);
  });
});
