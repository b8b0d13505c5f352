import { beforeEach, expect, it } from "vitest";
import { legalRuleTitles } from "../../../contract/legal/rule-titles.ts";
import type { Role } from "../../../contract/roles.ts";
import { newId } from "../../../server/db/new-id.ts";
import { openLegalExport } from "../../../server/features/legal/export.ts";
import type { Api } from "../../../server/features/router.ts";
import { legalRules } from "../../../server/lookups/legal/rules.ts";
import { keepLegalRun } from "../../support/legal/found.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

type Asked = { is: "missing" } | { is: "contains" | "equals"; value: string };

let office: Office;
let keeper: Api;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  keeper = await office.as(await office.hire({ role: "maintainer" }));
  customerId = (await createRecord(keeper, "customer", { name: "Amsel GmbH" })).id;
});

const site = async (name: string, values: Record<string, unknown> = {}) =>
  (await createRecord(keeper, "website", { url: `https://${name}.example/`, name, customerId, ...values })).id;
const archive = async (id: string) => {
  const { version } = await keeper.website.get({ id });
  await keeper.website.archive({ id, version });
};

/** Opens a finding of a rule at a website. */
const findAt = async (websiteId: string, rule: string, part = "") => {
  const at = office.services.now().toISOString();
  const seen = { firstSeenAt: at, lastSeenAt: at, goneAt: null };
  const undecided = { acceptedAt: null, acceptedById: null, acceptedReason: null };
  const found = { level: "warn" as const, text: `${rule} ${part}`, pageUrl: "https://a.example/", evidenceJson: "{}" };
  const id = newId();
  await office.services.db
    .insertInto("legalFindings")
    .values({ id, websiteId, rule, part, ...found, ...seen, ...undecided })
    .execute();
  return id;
};

it("counts the findings whichever page of them is asked for", async () => {
  const id = await site("amsel");
  for (const part of ["a", "b", "c"]) await findAt(id, "cookies-tracking", part);
  expect(await keeper.legal.list({ customerId, limit: 2, page: 99 })).toEqual({
    data: [],
    totalItems: 3,
    totalPages: 2,
  });
  const { data } = await keeper.legal.list({ customerId, limit: 2, page: 2 });
  await keeper.legal.accept({ id: data[0]?.id ?? "", reason: "Bleibt so." });
  expect(await keeper.legal.list({ customerId, limit: 2, page: 2 })).toEqual({
    data: [],
    totalItems: 2,
    totalPages: 1,
  });
});

it("says which websites of a customer nobody could check or has looked at", async () => {
  const stranger = await office.as();
  expect((await refusalOf(stranger.legal.coverage({ customerId }))).code).toBe("UNAUTHORIZED");
  expect((await refusalOf(keeper.legal.coverage({ customerId: "nirgends" }))).code).toBe("NOT_FOUND");
  const none = { count: 0, first: [] };
  expect(await keeper.legal.coverage({ customerId })).toEqual({ websites: 0, unchecked: none, unseen: none });
  const [checked, blocked, fresh, old] = [
    await site("amsel"),
    await site("fink"),
    await site("meise"),
    await site("alt"),
  ];
  await site("fremd", { customerId: null });
  await keepLegalRun(office, checked);
  await keepLegalRun(office, blocked, { uncheckable: "Die Website verlangt eine Anmeldung." });
  await archive(old);
  expect(await keeper.legal.coverage({ customerId })).toEqual({
    websites: 3,
    unchecked: { count: 1, first: [{ id: blocked, label: "fink" }] },
    unseen: { count: 1, first: [{ id: fresh, label: "meise" }] },
  });
});

it("shows what was found at a website after that is archived, and lists it nowhere else", async () => {
  const id = await site("amsel");
  await keepLegalRun(office, id);
  await archive(id);
  const { findings } = await keeper.legal.get({ id });
  expect(findings).toMatchObject([{ rule: { id: "outdated-tmg" }, state: "open" }]);
  expect((await keeper.legal.list({ websiteId: id })).totalItems).toBe(0);
});

it("names every rule that findings come from", () => {
  expect(Object.entries(legalRuleTitles)).toEqual(legalRules.map(({ id, title }) => [id, title]));
});

it("lists findings of one rule, and websites by what is open of them", async () => {
  const refused = await refusalOf(keeper.legal.list({ rule: "erfunden" as never }));
  expect(refused.code).toBe("BAD_REQUEST");
  const [fonts, both, accepted, gone] = [
    await site("amsel"),
    await site("fink"),
    await site("meise"),
    await site("star"),
  ];
  for (const id of [fonts, both]) await findAt(id, "third-party-google-fonts");
  for (const part of ["a", "b"]) await findAt(both, "cookies-tracking", part);
  await findAt(fonts, "rule-of-old-days");
  await keeper.legal.accept({ id: await findAt(accepted, "third-party-google-fonts"), reason: "Bleibt so." });
  const { db } = office.services;
  const past = await findAt(gone, "third-party-google-fonts");
  await db.updateTable("legalFindings").set({ goneAt: "2026-01-01T00:00:00.000Z" }).where("id", "=", past).execute();

  const { data } = await keeper.legal.list({ rule: "third-party-google-fonts" });
  expect(data.map(({ website }) => website.label).sort()).toEqual(["amsel", "fink"]);
  const listed = async (filter: Asked) =>
    (await keeper.website.list({ where: [{ field: "legalRules", ...filter }] })).data.map(({ title }) => title);
  expect(await listed({ is: "contains", value: "google fonts" })).toEqual(["amsel", "fink"]);
  expect(await listed({ is: "contains", value: "Einwilligung" })).toEqual(["amsel", "fink"]);
  expect(await listed({ is: "equals", value: "Tracking-Cookies vor der Einwilligung" })).toEqual(["fink"]);
  expect(await listed({ is: "contains", value: "TMG" })).toEqual([]);
  expect(await listed({ is: "missing" })).toEqual(["meise", "star"]);
  const openAt = async (id: string) => (await keeper.website.get({ id })).values.legalRules;
  const fontsTitle = legalRuleTitles["third-party-google-fonts"];
  expect(await openAt(fonts)).toEqual([fontsTitle]);
  expect(await openAt(both)).toEqual(expect.arrayContaining([fontsTitle, legalRuleTitles["cookies-tracking"]]));
  expect(await openAt(both)).toHaveLength(2);
});

it("exports what is open and accepted at the websites of a list, each finding once whatever runs write meanwhile", async () => {
  const [amsel, fink, old] = [await site("amsel"), await site("fink"), await site("alt")];
  await site("ohne");
  for (let part = 0; part < 600; part += 1) await findAt(amsel, "cookies-tracking", String(part));
  await keeper.legal.accept({ id: await findAt(fink, "outdated-tmg"), reason: "Bleibt so." });
  await findAt(old, "outdated-tmg");
  await archive(old);
  const open = async (role: Role, query = "") => {
    const { person, ...context } = await office.contextOf(await office.hire({ role }));
    if (!person) throw new Error("nobody is signed in");
    return openLegalExport({ ...context, person }, new URLSearchParams(query));
  };
  await expect(open("readonly")).rejects.toMatchObject({ code: "forbidden" });
  const sitesOf = async (query: string) => {
    const sites: unknown[] = [];
    for await (const page of (await open("member", query)).pages()) sites.push(...page.map(([cell]) => cell));
    return sites;
  };
  const named = (text: string) => ({ kind: "text", text });
  expect(await sitesOf("q=fink")).toEqual([named("fink")]);
  expect(await sitesOf("archived=1")).toEqual([named("alt")]);
  expect(await sitesOf("f[legalRules]=contains:TMG")).toEqual([]);
  expect(await sitesOf("f[customerId]=missing")).toEqual([]);

  const file = await open("member");
  expect(file.total).toBe(601);
  const pages = file.pages();
  const first = await pages.next();
  // What is worst and newest stands at the top of every read that follows.
  for (let part = 600; part < 650; part += 1) await findAt(amsel, "cookies-tracking", String(part));
  const second = await pages.next();
  const rows = [...(first.value ?? []), ...(second.value ?? [])].map((cells) => JSON.stringify(cells));
  expect(rows).toHaveLength(601);
  expect(new Set(rows).size).toBe(601);
  expect((await pages.next()).done).toBe(true);
});
