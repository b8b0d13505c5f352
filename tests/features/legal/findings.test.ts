import { beforeEach, expect, it } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import { keepLegalRun } from "../../support/legal/found.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

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
  const found = { level: "warn" as const, text: rule, pageUrl: "https://a.example/", evidenceJson: "{}" };
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
