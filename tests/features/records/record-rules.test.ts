import { beforeEach, describe, expect, it } from "vitest";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

interface Case {
  type: RecordType;
  /** What is stored before an update; fine by itself. */
  stored: RecordBody;
  /** One field alone that breaks the rule together with what is stored. */
  alone: RecordBody;
  /** Another one of the same rule, from another stored state. */
  other?: { stored: RecordBody; alone: RecordBody };
  fields: Record<string, string[]>;
}

const cases: Record<string, Case> = {
  "a postcode of the country of its address": {
    type: "customer",
    stored: { billingZip: "1010", billingCountry: "AT" },
    alone: { billingCountry: "DE" },
    other: { stored: { billingCountry: "DE" }, alone: { billingZip: "1010" } },
    fields: { "body.billingZip": [expect.any(String)] },
  },
  "a German postcode where no country is given": {
    type: "customer",
    stored: { visitZip: "1010", visitCountry: "AT" },
    alone: { visitCountry: null },
    other: { stored: {}, alone: { visitZip: "1010" } },
    fields: { "body.visitZip": [expect.any(String)] },
  },
  "a target of a domain that leads elsewhere": {
    type: "domain",
    stored: {},
    alone: { purpose: "redirect" },
    other: {
      stored: { purpose: "redirect", redirectTarget: "https://amsel.example/" },
      alone: { redirectTarget: null },
    },
    fields: { "body.redirectTarget": [expect.any(String)] },
  },
  "an end that lies behind the start": {
    type: "contract",
    stored: { startAt: "2026-01-01", endAt: "2026-12-31" },
    alone: { startAt: "2027-01-01" },
    other: { stored: { startAt: "2026-01-01" }, alone: { endAt: "2025-12-31" } },
    fields: { "body.endAt": [expect.any(String)] },
  },
  "an end of a cancelled contract": {
    type: "contract",
    stored: {},
    alone: { status: "cancelled" },
    other: { stored: { status: "ended", endAt: "2026-12-31" }, alone: { endAt: null } },
    fields: { "body.endAt": [expect.any(String)] },
  },
};

describe.each(Object.entries(cases))("the rule for %s", (_name, { type, stored, alone, other, fields }) => {
  it("holds for a new record", async () => {
    const refusal = await refusalOf(createRecord(api, type, { ...stored, ...alone }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", fields });
  });

  it.each([{ stored, alone }, ...(other ? [other] : [])])("holds for $alone beside $stored", async (edit) => {
    const { id } = await createRecord(api, type, edit.stored);
    office.signals.length = 0;
    const refusal = await refusalOf(api[type].update({ params: { id }, body: edit.alone, version: 1 }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", fields });
    expect((await api[type].get({ id })).version).toBe(1);
    expect(office.signals).toEqual([]);
  });

  it("holds for many at once", async () => {
    const { id } = await createRecord(api, type, stored);
    const { failed } = await api[type].updateMany({ selection: { ids: [id] }, body: alone });
    expect(failed).toEqual([expect.objectContaining({ id })]);
    expect((await api[type].get({ id })).version).toBe(1);
  });
});

describe("a position of a contract", () => {
  it("is for one thing, whichever field is written", async () => {
    const website = await createRecord(api, "website");
    const domain = await createRecord(api, "domain");
    const host = await createRecord(api, "host");
    const { id } = await createRecord(api, "contractItem", { websiteId: website.id });
    const body = { domainId: domain.id, hostId: host.id };
    expect(await refusalOf(api.contractItem.update({ params: { id }, body }))).toMatchObject({
      fields: {
        "body.domainId": [expect.any(String)],
        "body.hostId": [expect.any(String)],
      },
    });
    const moved = { websiteId: null, domainId: domain.id };
    expect(await api.contractItem.update({ params: { id }, body: moved })).toMatchObject({ version: 2 });
  });
});

describe("both sides of a rule", () => {
  it("may change together", async () => {
    const { id } = await createRecord(api, "customer", { billingZip: "1010", billingCountry: "AT" });
    const body = { billingZip: "20095", billingCountry: "DE" };
    expect(await api.customer.update({ params: { id }, body })).toMatchObject({ version: 2 });
  });
});
