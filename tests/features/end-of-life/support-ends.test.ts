import { beforeEach, describe, expect, it } from "vitest";
import { compareDeadlines, fillDeadlines } from "../../../server/features/deadlines/repair.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const day = 24 * 3_600_000;
let office: Office;
let api: Api;

/** The office opens on a Friday: 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

const ends = async (id: string) =>
  (
    await office.services.db
      .selectFrom("deadlines")
      .select(["label", "dueOn", "state", "quiet"])
      .where("kind", "=", "eol")
      .where("targetId", "=", id)
      .orderBy("dueOn")
      .execute()
  ).map(({ label, dueOn, state }) => [label, dueOn, state]);
const host = (values: object) => createRecord(api, "host", { name: "web03", ...values });
const website = (values: object) => createRecord(api, "website", { url: "https://www.amsel.de/", ...values });

describe("the end of support", () => {
  it("of a host is that of the first of its versions, and the next one when that is done with", async () => {
    const { id, version } = await host({ os: "Debian", osVersion: "13", phpVersions: ["8.3", "8.2"] });
    expect(await ends(id)).toEqual([["Supportende: PHP 8.2", "2026-12-31", "open"]]);
    await api.host.update({ params: { id }, body: { phpVersions: ["8.3"] }, version });
    expect(await ends(id)).toEqual([
      ["Supportende: PHP 8.2", "2026-12-31", "done"],
      ["Supportende: PHP 8.3", "2027-12-31", "open"],
    ]);
  });

  it("asks for a quarter and then makes room for the next", async () => {
    const { id } = await host({ phpVersions: ["8.2", "8.3"] });
    office.advance((41 + 90) * day);
    await compareDeadlines(office.services);
    expect(await ends(id)).toEqual([["Supportende: PHP 8.2", "2026-12-31", "open"]]);
    office.advance(day);
    await compareDeadlines(office.services);
    expect(await ends(id)).toEqual([
      ["Supportende: PHP 8.2", "2026-12-31", "done"],
      ["Supportende: PHP 8.3", "2027-12-31", "open"],
    ]);
  });

  it("that passed long ago stays where nothing else is to come", async () => {
    const { id } = await host({ os: "Debian", osVersion: "10", phpVersions: ["7.4"] });
    expect(await ends(id)).toEqual([["Supportende: Debian 10", "2024-06-30", "open"]]);
    await compareDeadlines(office.services);
  });

  it("of a website is that of its system, and of its PHP where no host says which it has", async () => {
    const alone = await website({ cms: "TYPO3", cmsVersion: "13.4.2", phpVersion: "8.2" });
    expect(await ends(alone.id)).toEqual([["Supportende: PHP 8.2", "2026-12-31", "open"]]);
    const { id: hostId, version } = await host({ phpVersions: ["8.2"] });
    const { version: now } = await api.website.get({ id: alone.id });
    await api.website.update({
      params: { id: alone.id },
      body: { hosts: [{ id: hostId, role: "web" }] },
      version: now,
    });
    expect((await ends(alone.id)).at(-1)).toEqual(["Supportende: TYPO3 13", "2027-12-31", "open"]);
    await api.host.update({ params: { id: hostId }, body: { phpVersions: [] }, version });
    expect((await ends(alone.id)).filter(([, , state]) => state === "open")).toEqual([
      ["Supportende: PHP 8.2", "2026-12-31", "open"],
    ]);
  });

  it("of what is always renewed is none, nor of what is not live", async () => {
    const rolling = await website({ cms: "WordPress", cmsVersion: "6.7.1" });
    const planned = await website({ url: "https://www.neu.de/", lifecycle: "planned", phpVersion: "8.2" });
    expect([...(await ends(rolling.id)), ...(await ends(planned.id))]).toEqual([]);
  });

  it("is called by its product wherever dates are read", async () => {
    const { id } = await host({ phpVersions: ["8.2"] });
    const { data } = await api.deadline.list({});
    expect(data.find(({ target }) => target?.id === id)).toMatchObject({ kind: "eol", label: "Supportende: PHP 8.2" });
    const { needs } = await api.dashboard.due({ whose: "all" });
    expect(JSON.stringify(needs)).toContain("Supportende: PHP 8.2");
  });

  it("of what was there before is filled in without telling anybody", async () => {
    const { id } = await host({ phpVersions: ["8.2"] });
    await office.services.db.deleteFrom("deadlines").execute();
    const heard = office.signals.length;
    await fillDeadlines(office.services);
    expect(await ends(id)).toEqual([["Supportende: PHP 8.2", "2026-12-31", "open"]]);
    expect(office.signals.length).toBe(heard);
    await compareDeadlines(office.services);
  });
});
