import { beforeEach, describe, expect, it } from "vitest";
import { compareNameservers, readNameservers, usualNameservers } from "../../../contract/dns/nameservers.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let reader: Api;
let ids: string[];

beforeEach(async () => {
  office = await openOffice();
  const admin = await office.as(await office.hire({ role: "admin" }));
  reader = await office.as(await office.hire({ role: "readonly" }));
  ids = [];
  for (const [name, nameservers] of [
    ["amsel.example", ["ns1.alt.example", "ns2.alt.example"]],
    ["boehm.example", ["ns2.alt.example", "ns1.alt.example"]],
    ["fink.example", ["ns1.neu.example"]],
    ["star.example", []],
  ] as const)
    ids.push((await createRecord(admin, "domain", { name, nameservers: [...nameservers] })).id);
});

describe("the name servers of many domains", () => {
  it("are told to nobody without a session, and of a bounded number", async () => {
    expect((await refusalOf((await office.as()).dns.nameservers({ ids }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.dns.nameservers({ ids: [] }))).code).toBe("BAD_REQUEST");
    const many = Array.from({ length: 501 }, (_, at) => `id-${at}`);
    expect((await refusalOf(reader.dns.nameservers({ ids: many }))).fields).toEqual({
      ids: [expect.any(String)],
    });
  });

  it("are listed by the names of the domains, without those that are gone", async () => {
    const found = await reader.dns.nameservers({ ids: [...ids.toReversed(), "nirgends"] });
    expect(found.map(({ label }) => label)).toEqual(["amsel.example", "boehm.example", "fink.example", "star.example"]);
    expect(found[2]).toEqual({ id: ids[2], label: "fink.example", nameservers: ["ns1.neu.example"] });
  });

  it("are compared in whatever order and spelling, with those that most have at first", async () => {
    const found = await reader.dns.nameservers({ ids });
    expect(usualNameservers(found).toSorted()).toEqual(["ns1.alt.example", "ns2.alt.example"]);
    const { same, other, unknown } = compareNameservers(found, ["NS2.alt.example.", "ns1.alt.example"]);
    const names = (domains: typeof same) => domains.map(({ label }) => label);
    expect([names(same), names(other), names(unknown)]).toEqual([
      ["amsel.example", "boehm.example"],
      ["fink.example"],
      ["star.example"],
    ]);
    expect(usualNameservers([])).toEqual([]);
  });

  it("are read as people type them", () => {
    expect(readNameservers("NS1.Neu.example.\n ns2.neu.example, kein_name;localhost")).toEqual({
      names: ["ns1.neu.example", "ns2.neu.example"],
      wrong: ["kein_name", "localhost"],
    });
    expect(readNameservers(" \n")).toEqual({ names: [], wrong: [] });
  });
});
