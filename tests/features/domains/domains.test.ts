import { beforeEach, describe, expect, test } from "vitest";
import { publishesExpiry } from "../../../app/features/domains/registry-expiry.ts";
import { isDecisionDue, renewalSentence } from "../../../app/features/domains/renewal-sentence.ts";
import { endangered } from "../../../contract/domains/registration-states.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("domain", {
  change: { renewDecision: "keep", renewsAt: "2027-01-31", nameservers: ["ns1.nordlicht.example"] },
  hidden: { costCents: 1140, priceCents: 2900, holderName: "Anna Amsel", holderEmail: "anna@amsel.example" },
  wrong: [
    ["name", ""],
    ["name", "www.amsel.de"],
    ["name", "localhost"],
    ["name", "192.0.2.1"],
    ["name", "-amsel.de"],
    ["name", "amsel-.de"],
    ["name", `${"a".repeat(64)}.de`],
    ["name", "am--sel.de"],
    ["name", "co.uk"],
    ["ownership", null],
    ["purpose", "spam"],
    ["noticeDays", -1],
    ["renewsAt", "2026-02-30"],
    ["costCents", "12"],
    ["nameservers", ["kein name"]],
    ["registrarAccountId", "nirgends"],
  ],
});

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

const register = async (body: RecordBody) => (await createRecord(api, "domain", body)).id;
const valuesOf = async (id: string) => (await api.domain.get({ id })).values;

describe("the name of a domain", () => {
  test.each([
    ["Fährblick.DE", "fährblick.de", "xn--fhrblick-0za.de", "de"],
    ["xn--fhrblick-0za.de", "fährblick.de", "xn--fhrblick-0za.de", "de"],
    ["straße.de", "straße.de", "xn--strae-oqa.de", "de"],
    ["amsel.co.uk", "amsel.co.uk", "amsel.co.uk", "co.uk"],
    ["a.de", "a.de", "a.de", "de"],
    [`${"a".repeat(63)}.de`, `${"a".repeat(63)}.de`, `${"a".repeat(63)}.de`, "de"],
    ["1-2-3.de", "1-2-3.de", "1-2-3.de", "de"],
  ])("%s is kept as %s", async (typed, name, nameAce, tld) => {
    const id = await register({ name: typed });
    expect(await valuesOf(id)).toMatchObject({ name, nameAce, tld });
  });

  test("is the same in every spelling", async () => {
    const first = await register({ name: "fährblick.de" });
    expect(await refusalOf(register({ name: "XN--FHRBLICK-0ZA.de" }))).toMatchObject({
      code: "CONFLICT",
      existing: { type: "domain", id: first },
      fields: { "body.name": [expect.stringContaining("fährblick.de")] },
    });
    await api.domain.archive({ id: first });
    await register({ name: "XN--FHRBLICK-0ZA.de" });
    expect(await refusalOf(api.domain.restore({ id: first }))).toMatchObject({ code: "CONFLICT" });
  });
});

describe("a domain that redirects", () => {
  const refused = { code: "BAD_REQUEST", fields: { "body.redirectTarget": [expect.any(String)] } };

  test("has to say where to", async () => {
    expect(await refusalOf(register({ purpose: "redirect" }))).toMatchObject(refused);
    expect(await refusalOf(register({ purpose: "redirect", redirectTarget: null }))).toMatchObject(refused);
    const id = await register({});
    expect(await refusalOf(api.domain.update({ params: { id }, body: { purpose: "redirect" } }))).toMatchObject(
      refused,
    );
    expect((await valuesOf(id)).purpose).toBe("website");
  });

  test("is made one together with its target, keeps it, and forgets it with its purpose", async () => {
    const id = await register({});
    const target = { purpose: "redirect", redirectTarget: "https://amsel.example" };
    await api.domain.update({ params: { id }, body: target });
    const emptied = api.domain.update({ params: { id }, body: { redirectTarget: null } });
    expect(await refusalOf(emptied)).toMatchObject(refused);
    await api.domain.update({ params: { id }, body: { purpose: "mail" } });
    expect(await valuesOf(id)).toMatchObject({ purpose: "mail", redirectTarget: null });
  });
});

describe("the dates of a domain", () => {
  test("tell until when it can be cancelled", async () => {
    const id = await register({ renewsAt: "2026-12-23", noticeDays: 30 });
    expect(await valuesOf(id)).toMatchObject({ cancelBy: "2026-11-23", daysLeft: 33 });
    await api.domain.update({ params: { id }, body: { renewsAt: null } });
    expect(await valuesOf(id)).toMatchObject({ cancelBy: null, daysLeft: null });
  });

  test("come from the registrar account where nobody enters them", async () => {
    const body = { defaultPeriodMonths: 12, defaultNoticeDays: 14 };
    const account = await createRecord(api, "registrarAccount", body);
    const id = await register({ registrarAccountId: account.id });
    expect(await valuesOf(id)).toMatchObject({ periodMonths: 12, noticeDays: 14 });
    const own = await register({ registrarAccountId: account.id, noticeDays: 60 });
    expect(await valuesOf(own)).toMatchObject({ periodMonths: 12, noticeDays: 60 });
    await api.domain.update({ params: { id }, body: { noticeDays: null } });
    expect((await valuesOf(id)).noticeDays).toBeNull();
  });

  test("and prices make a margin for those who see prices", async () => {
    const id = await register({ costCents: 1140, priceCents: 2900 });
    expect((await valuesOf(id)).marginCents).toBe(1760);
    const janas = await office.as(await office.hire({ role: "member" }));
    expect((await janas.domain.get({ id })).values).not.toHaveProperty("marginCents");
  });
});

describe("the question whether a domain is kept", () => {
  const today = "2026-11-20";
  const open = { renewDecision: "open", renewsAt: "2026-12-23", cancelBy: "2026-11-23" } as const;

  test.each([
    [open, true],
    [{ ...open, renewDecision: "keep" as const }, false],
    [{ ...open, cancelBy: null, renewsAt: "2027-02-18" }, true],
    [{ ...open, cancelBy: null, renewsAt: "2027-02-19" }, false],
    [{ ...open, renewsAt: "2027-06-01", cancelBy: "2027-02-18" }, true],
    [{ ...open, cancelBy: "2026-11-01" }, true],
    [{ ...open, renewsAt: "2026-11-19" }, false],
    [{ ...open, renewsAt: null, cancelBy: null }, false],
  ])("%j: %s", (values, isDue) => {
    expect(isDecisionDue(values, today)).toBe(isDue);
  });

  test.each([
    [
      { ...open, periodMonths: 12, autoRenew: true },
      "Verlängert sich am 23.12.2026 um ein Jahr. Kündbar bis Montag, 23.11.2026.",
    ],
    [{ ...open, periodMonths: 24, cancelBy: null }, "Verlängert sich am 23.12.2026 um zwei Jahre."],
    [{ ...open, periodMonths: 1, cancelBy: null }, "Verlängert sich am 23.12.2026 um einen Monat."],
    [{ ...open, periodMonths: 3, cancelBy: null }, "Verlängert sich am 23.12.2026 um drei Monate."],
    [{ ...open, autoRenew: false, cancelBy: null }, "Läuft am 23.12.2026 aus."],
    [{ ...open, cancelBy: "2026-11-13" }, "Verlängert sich am 23.12.2026. Kündbar war sie bis Freitag, 13.11.2026."],
  ])("%j reads %s", (values, sentence) => {
    expect(renewalSentence(values, today)).toBe(sentence);
  });

  test.each(["de", "eu", "at", "co.at", "ch", "li"])(".%s publishes no date", (tld) => {
    expect(publishesExpiry(tld)).toBe(false);
  });

  test.each(["com", "org", "shop", "co.uk"])(".%s publishes its date", (tld) => {
    expect(publishesExpiry(tld)).toBe(true);
  });
});

describe("how it stands with a registration", () => {
  const known = { delegation: "delegated", registryStatus: "Aktiv" };
  test.each([
    ["unknown", {}, {}],
    ["active", {}, known],
    ["active", {}, { ...known, registryExpiresAt: "2026-11-20" }],
    ["cancelled", { renewDecision: "cancel", renewsAt: "2027-05-01" }, known],
    ["moving", { movingUntil: "2026-11-20", renewDecision: "cancel" }, known],
    ["active", { movingUntil: "2026-11-19" }, known],
    ["expired", {}, { ...known, registryExpiresAt: "2026-11-19" }],
    ["notDelegated", { movingUntil: "2026-11-30" }, { ...known, delegation: "notDelegated" }],
    ["quarantine", { nis2Status: "quarantine" }, { delegation: "notDelegated" }],
    ["transit", {}, { delegation: "notDelegated", registryStatus: "transit" }],
    ["redemption", {}, { delegation: "notDelegated", registryStatus: "Karenzzeit (RGP), Wird gelöscht" }],
    ["free", { nis2Status: "quarantine" }, { delegation: "notDelegated", registryStatus: "Nicht registriert" }],
  ])("is %s, %o, %o", async (state, body, found) => {
    const id = await register({ name: "amsel.de", ...body });
    await office.services.db
      .updateTable("domains")
      .set({ delegation: null, ...found })
      .where("id", "=", id)
      .execute();
    expect((await valuesOf(id)).registration).toBe(state);
    const isIn = async (view: readonly string[]) =>
      (await api.domain.list({ where: [{ field: "registration", is: "oneOf", values: [...view] }] })).data.length === 1;
    expect(await isIn([state])).toBe(true);
    expect(await isIn(endangered)).toBe(endangered.some((each) => each === state));
  });

  test("is no field that anybody fills in", async () => {
    const refused = await refusalOf(createRecord(api, "domain", { name: "amsel.de", registration: "active" }));
    expect(refused.code).toBe("BAD_REQUEST");
  });
});
