import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, openIncidentOffice, tellEvents, watch } from "../../support/incidents.ts";
import type { Office } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const minute = 60_000;

let office: Office;
let jana: Person;
let marens: Api;

beforeEach(async () => {
  ({ office, jana, marens } = await openIncidentOffice());
});

describe("at the first failure", () => {
  const askedOf = async () => {
    const rows = await office.services.db
      .selectFrom("checks")
      .select("targetId")
      .where("askedAt", "is not", null)
      .execute();
    return rows.map(({ targetId }) => targetId).toSorted();
  };
  const domain = async (name: string, nameservers: readonly string[]): Promise<{ type: "domain"; id: string }> => {
    const { id } = await createRecord(marens, "domain", { name });
    const { db } = office.services;
    await db
      .updateTable("domains")
      .set({ nameservers: JSON.stringify(nameservers) })
      .where("id", "=", id)
      .execute();
    return { type: "domain", id };
  };

  it("of a name those are asked that share its name servers, and of a host those of its provider", async () => {
    const shared = ["ns1.nord.example", "ns2.nord.example"];
    const [first, second, other] = [
      await domain("eins.example", shared),
      await domain("zwei.example", shared),
      await domain("drei.example", ["ns1.sued.example"]),
    ];
    const onSecond = await createRecord(marens, "website", { url: "https://www.zwei.example/" });
    const onOther = await createRecord(marens, "website", { url: "https://www.drei.example/" });
    const sites = [onSecond, onOther].map(({ id }) => ({ type: "website" as const, id }));
    await watch(office, [first, second, other, ...sites]);
    await tellEvents(office, "failing", [first], { code: "dnsNotFound", text: "DNS-Name nicht auflösbar" });
    expect(await askedOf()).toEqual([second.id, onSecond.id].toSorted());
  });

  it("of a host those of its provider are asked, and none of another", async () => {
    const provider = await createRecord(marens, "provider", { name: "Nordhost" });
    const hosts = await Promise.all(
      ["a", "b"].map((name) => createRecord(marens, "host", { name, providerId: provider.id })),
    );
    const foreign = await createRecord(marens, "host", { name: "c" });
    await watch(
      office,
      [...hosts, foreign].map(({ id }) => ({ type: "host" as const, id })),
    );
    await tellEvents(office, "failing", [{ type: "host", id: hosts[0]?.id ?? "" }]);
    expect(await askedOf()).toEqual([hosts[1]?.id]);
  });

  it("nobody is asked who is in doubt already: they are looked at soon, before all others", async () => {
    const { sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
    await watch(office, sites);
    await tellEvents(office, "failing", sites.slice(0, 1));
    await office.services.db.updateTable("checks").set({ askedAt: null }).execute();
    office.advance(minute);
    await tellEvents(office, "failing", sites.slice(1, 2));
    expect(await askedOf()).toEqual([sites[2]?.id]);
  });
});
