import { beforeEach, describe, expect, it } from "vitest";
import { blockKeys, wholeArrangement } from "../../../contract/dashboard/blocks.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let janas: Api;
let admins: Api;

beforeEach(async () => {
  office = await openOffice();
  janas = await office.as(await office.hire({ name: "Jana Petersen" }));
  admins = await office.as(await office.hire({ name: "Maren Ahlers", role: "admin" }));
});

const ofTeam = (values: Record<string, unknown>, api = admins, version = 0) =>
  api.setting.update({ section: "dashboard", values, version });

describe("the order of the dashboard", () => {
  it("is the team's to set for admins alone, and of blocks that there are, each once", async () => {
    expect((await refusalOf(ofTeam({ order: ["team"] }, janas))).code).toBe("FORBIDDEN");
    for (const order of [["weather"], ["team", "team"]]) {
      expect((await refusalOf(ofTeam({ order }))).code).toBe("BAD_REQUEST");
      const dashboard = { order: order as "team"[], hidden: [] };
      expect((await refusalOf(janas.user.updatePreferences({ dashboard }))).code).toBe("BAD_REQUEST");
    }
    expect(await janas.dashboard.layout()).toEqual({ order: blockKeys, hidden: [], isOwn: false });
  });

  it("is one's own, else the team's, and the team's again when one's own is given up", async () => {
    await ofTeam({ order: ["team", "due"], hidden: ["renewals"] });
    expect(await janas.dashboard.layout()).toMatchObject({ hidden: ["renewals"], isOwn: false });
    await janas.user.updatePreferences({ dashboard: { order: ["devices", "due"], hidden: ["team"] } });
    const own = await janas.dashboard.layout();
    expect(own).toMatchObject({ hidden: ["team"], isOwn: true });
    expect(own.order[0]).toBe("devices");
    expect((await admins.dashboard.layout()).order[0]).toBe("team");
    await janas.user.updatePreferences({ dashboard: null });
    expect(await janas.dashboard.layout()).toEqual(await admins.dashboard.layout());
  });

  it("holds every block, those that came later behind what they follow, and never hides what asks for acts", () => {
    expect(wholeArrangement({ order: ["team", "due"], hidden: ["due", "team"] })).toEqual({
      order: ["team", "pages", "devices", "due", "situation", "renewals", "responses", "recent", "changes"],
      hidden: ["team"],
    });
  });

  it("leaves no trace in the history of a person", async () => {
    await janas.user.updatePreferences({ dashboard: { order: ["team"], hidden: [] } });
    const { db } = office.services;
    const kinds = await db
      .selectFrom("changes")
      .select("kind")
      .where("kind", "=", "user.preferences-changed")
      .execute();
    expect(kinds).toEqual([]);
  });
});

describe("the new pages", () => {
  it("are those that a person may read, without drafts, the latest first", async () => {
    await createPage(admins, { title: "Nur für Betreuer", visibility: "maintainers", status: "published" });
    await createPage(janas, { title: "Erste", status: "published" });
    office.advance(1000);
    await createPage(janas, { title: "Zweite", status: "published" });
    await createPage(janas, { title: "Entwurf", status: "draft" });
    expect((await janas.page.newest()).map(({ title }) => title)).toEqual(["Zweite", "Erste"]);
    expect((await refusalOf((await office.as()).page.newest())).code).toBe("UNAUTHORIZED");
  });
});
