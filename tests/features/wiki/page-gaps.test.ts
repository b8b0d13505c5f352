import { beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { setPortalTimeZone } from "../../../contract/time/time-zone.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let timo: Person;
let api: Api;

/** The office opens on a Friday: 20.11.2026, 10:13 in Berlin. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
  api = await office.as(jana);
});

const told = async (person: Person) =>
  (
    await office.services.db.selectFrom("notifications").selectAll().where("forUserId", "=", person.id).execute()
  ).filter(({ link }) => link === "/wiki/review");
const tell = () => office.services.jobs.run(office.services, "page-gaps");

/** The next Monday at this time by the portal's clocks. */
function goToMonday(time: string) {
  for (;;) {
    const now = portalTime(office.services.now());
    if (now.weekday === 1 && now.time === time) return;
    office.advance(60_000);
  }
}

async function makeGaps() {
  await api.page.countMiss({ query: "Urlaubsregeln" });
  const { id } = await createPage(api, { title: "Niemandes" });
  await api.page.update({ params: { id }, body: { responsibleUserId: null }, version: 1 });
  const gone = await createPage(api, { title: "Weg" });
  await write(office, jana, id, paragraph(mention("page", gone.id)));
  await api.page.trash({ id: gone.id });
  const late = await createPage(api, { title: "Überfällig" });
  await office.services.db.updateTable("pages").set({ reviewAt: "2026-11-01" }).where("id", "=", late.id).execute();
  return { ownerless: id, late: late.id };
}

describe("the gaps of the wiki", () => {
  it("are refused to strangers, and their searches are taken off by who may write", async () => {
    const stranger = await office.as();
    await expect(stranger.page.gaps()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(stranger.page.dismissMiss({ query: "x" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const lena = await office.as(await office.hire({ role: "readonly" }));
    await expect(lena.page.dismissMiss({ query: "urlaub" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await refusalOf(api.page.dismissMiss({ query: "" }))).code).toBe("BAD_REQUEST");
  });

  it("name each page, so that it can be fixed", async () => {
    const { ownerless, late } = await makeGaps();
    expect(await api.page.gaps()).toMatchObject({
      searches: [{ query: "urlaubsregeln", count: 1 }],
      withoutOwner: 1,
      ownerless: [{ id: ownerless, title: "Niemandes" }],
      brokenLinks: [{ page: { id: ownerless }, targets: 1, first: expect.any(String) }],
      deadLinks: [],
      overdue: { total: 1, pages: [{ page: { id: late }, dueAt: "2026-11-01", owner: { label: "Jana Petersen" } }] },
      checksLinks: true,
    });
    const [page] = (await api.page.gaps()).ownerless;
    await api.page.update({
      params: { id: ownerless },
      body: { responsibleUserId: jana.id },
      version: page?.version ?? 0,
    });
    await api.page.confirm({ id: late });
    const fixed = await api.page.gaps();
    expect([fixed.ownerless, fixed.overdue.pages]).toEqual([[], []]);
  });

  it("lose a search that finds something by now, that somebody took off, or that nobody makes any more", async () => {
    await api.page.countMiss({ query: "Urlaubsregeln" });
    await createPage(api, { title: "Urlaubsregeln" });
    expect((await api.page.gaps()).searches).toEqual([]);
    await api.page.countMiss({ query: "Kaffeemaschine" });
    await api.page.countMiss({ query: "Parkplätze" });
    expect(await api.page.dismissMiss({ query: "kaffeemaschine" })).toEqual({ query: "kaffeemaschine" });
    expect((await api.page.gaps()).searches).toMatchObject([{ query: "parkplatze", words: "Parkplätze" }]);
    office.advance(91 * 24 * hourMs);
    expect((await api.page.gaps()).searches).toEqual([]);
  });

  it("leave out pages that somebody may not read", async () => {
    const { id } = await createPage(await office.as(timo), { title: "Zugänge", visibility: "maintainers" });
    await office.services.db
      .updateTable("pages")
      .set({ responsibleUserId: null, reviewAt: "2026-11-01" })
      .where("id", "=", id)
      .execute();
    expect(await api.page.gaps()).toMatchObject({ withoutOwner: 0, ownerless: [], overdue: { total: 0, pages: [] } });
    expect(await (await office.as(timo)).page.gaps()).toMatchObject({ withoutOwner: 1, overdue: { total: 1 } });
  });
});

describe("on Monday morning", () => {
  it("maintainers are told of the gaps with their numbers, once, whatever is restarted", async () => {
    await makeGaps();
    await tell();
    expect(await told(timo)).toEqual([]);
    goToMonday("07:59");
    await tell();
    expect(await told(timo)).toEqual([]);
    goToMonday("08:00");
    await tell();
    expect(await told(timo)).toMatchObject([
      {
        category: "wiki",
        message: expect.stringContaining(
          "1 Suche ohne Treffer, 1 Seite ohne verantwortliche Person, 1 Verweis auf eine fehlende Seite und 1 überfällige Prüfung.",
        ),
      },
    ]);
    expect(await told(jana)).toEqual([]);
    await office.services.db.deleteFrom("jobRuns").execute();
    office.advance(hourMs);
    await tell();
    expect(await told(timo)).toHaveLength(1);
    office.advance(6 * 24 * hourMs);
    await tell();
    expect(await told(timo)).toHaveLength(1);
    goToMonday("08:00");
    await tell();
    expect(await told(timo)).toHaveLength(2);
  });

  it("nobody is told of nothing, and nobody who is locked or was never here", async () => {
    const gone = await office.hire({ name: "Weg", role: "admin" });
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: office.services.now().toISOString() })
      .where("id", "=", gone.id)
      .execute();
    goToMonday("08:00");
    await tell();
    expect(await told(timo)).toEqual([]);
    await makeGaps();
    office.advance(24 * hourMs);
    goToMonday("08:00");
    await tell();
    expect([(await told(timo)).length, (await told(gone)).length]).toEqual([1, 0]);
  });

  it("the portal's own clocks say when that is", async () => {
    setPortalTimeZone("America/New_York");
    try {
      await makeGaps();
      goToMonday("07:59");
      await tell();
      expect(await told(timo)).toEqual([]);
      office.advance(60_000);
      await tell();
      expect(await told(timo)).toHaveLength(1);
    } finally {
      setPortalTimeZone("Europe/Berlin");
    }
  });
});
