import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linksOf } from "../../../contract/records/read-value.ts";
import { openNetworkOwners } from "../../../server/checks/network-owners.ts";
import { groupByAddress } from "../../../server/features/addresses/proposals.ts";
import { toReverseName } from "../../../server/lookups/dns/reverse-name.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { type LookupDesk, openLookupDesk } from "../../support/servers/dns/lookup-desk.ts";
import { record } from "../../support/servers/dns/test-internet.ts";

let desk: LookupDesk;

beforeEach(async () => {
  desk = await openLookupDesk();
  const { internet } = desk;
  for (const [name, ip] of [
    ["eins", "192.0.2.80"],
    ["zwei", "192.0.2.80"],
    ["drei", "192.0.2.81"],
    ["wolke", "104.16.0.9"],
  ] as const)
    place(name, ip);
  internet.root.delegations?.push({ name: "in-addr.arpa", servers: [{ name: "ns.arpa", address: "127.0.0.5" }] });
  await internet.tree.serve("127.0.0.5", [
    {
      name: "in-addr.arpa",
      records: [
        { type: "PTR", name: toReverseName("192.0.2.80"), ttl: 300, data: "static.80.mustermann-hosting.example" },
      ],
    },
  ]);
});
afterEach(() => desk.close());

function place(name: string, ip: string): void {
  for (const zone of [desk.internet.amsel, desk.internet.second])
    zone.records = [
      ...zone.records.filter((each) => each.name !== `${name}.amsel.test`),
      record("A", `${name}.amsel.test`, ip),
    ];
}

const site = (name: string) => createRecord(desk.admin, "website", { url: `https://${name}.amsel.test/`, name });
const look = (hours = 0) => desk.look(["siteAddresses", "hostAddresses"], hours);
const hostsOf = async (id: string) => linksOf((await desk.admin.website.get({ id })).values.hosts);

describe("hosts from websites", () => {
  it("are nothing that strangers see, and created only by those who may edit", async () => {
    const { id } = await site("eins");
    const wanted = { as: "new" as const, name: "web01", provider: "Muster", ips: ["192.0.2.80"], websiteIds: [id] };
    const stranger = await desk.office.as();
    expect((await refusalOf(stranger.address.proposals({}))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(stranger.address.applyProposals({ hosts: [wanted] }))).code).toBe("UNAUTHORIZED");
    const reader = await desk.office.as(await desk.office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.address.applyProposals({ hosts: [wanted] }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(reader.address.linkWebsites({ hostId: id, websiteIds: [id] }))).code).toBe("FORBIDDEN");
  });

  it("are proposed by address, with those behind a delivery network apart, and nothing is written before", async () => {
    const first = await site("eins");
    await site("zwei");
    await site("drei");
    const hidden = await site("wolke");
    expect((await desk.admin.address.proposals({})).waitingCount).toBe(4);
    await look();
    const found = await desk.admin.address.proposals({});
    expect(found.proposals.map(({ ips, websites, host }) => [ips, websites.length, host])).toEqual([
      [["192.0.2.80"], 2, null],
      [["192.0.2.81"], 1, null],
    ]);
    expect(found.proposals[0]).toMatchObject({
      name: "static.80.mustermann-hosting.example",
      provider: "mustermann-hosting.example",
      reverse: ["static.80.mustermann-hosting.example"],
    });
    expect(found.behindCdn).toEqual([{ label: "Cloudflare", websites: [{ id: hidden.id, label: "wolke" }] }]);
    expect(await desk.office.services.db.selectFrom("hosts").selectAll().execute()).toEqual([]);
    expect(await hostsOf(first.id)).toEqual([]);
  });

  it("come with their provider and websites in one transaction, or not at all", async () => {
    const [one, two] = [await site("eins"), await site("zwei")];
    const wanted = { as: "new" as const, name: "web01", provider: "Muster AG", ips: ["192.0.2.80"] };
    const both = { ...wanted, websiteIds: [one.id, two.id] };
    expect(
      await refusalOf(
        desk.admin.address.applyProposals({
          hosts: [both, { ...wanted, name: "web02", websiteIds: ["nirgends"] }],
        }),
      ),
    ).toMatchObject({ code: "NOT_FOUND" });
    expect(
      await refusalOf(desk.admin.address.applyProposals({ hosts: [both, { ...wanted, websiteIds: [one.id] }] })),
    ).toMatchObject({ code: "BAD_REQUEST" });
    expect(
      (await refusalOf(desk.admin.address.applyProposals({ hosts: [{ ...both, ips: ["300.1.1.1"] }] }))).code,
    ).toBe("BAD_REQUEST");
    expect(await desk.office.services.db.selectFrom("providers").selectAll().execute()).toEqual([]);
    const { hostIds } = await desk.admin.address.applyProposals({ hosts: [both] });
    const host = await desk.admin.host.get({ id: hostIds[0] ?? "" });
    expect(host.values).toMatchObject({ name: "web01", providerId: { label: "Muster AG" }, ips: ["192.0.2.80"] });
    expect(await hostsOf(two.id)).toMatchObject([{ id: hostIds[0], role: "web" }]);
    await look();
    expect((await desk.admin.address.proposals({})).proposals).toEqual([]);
  });
});

describe("a website is linked by its address", () => {
  it("to the one host that has it, in nobody's name, and not again once somebody has taken that back", async () => {
    const host = await createRecord(desk.admin, "host", { name: "web01", ips: ["192.0.2.80"] });
    const [one, hidden] = [await site("eins"), await site("wolke")];
    await look();
    expect(await hostsOf(one.id)).toMatchObject([{ id: host.id, role: "web" }]);
    expect(await hostsOf(hidden.id)).toEqual([]);
    const history = await desk.admin.change.list({ type: "website", id: one.id });
    expect(history.data[0]).toMatchObject({ what: "updated", by: null });
    const { version } = await desk.admin.website.get({ id: one.id });
    await desk.admin.website.update({ params: { id: one.id }, body: { hosts: [] }, version });
    await look(7);
    expect(await hostsOf(one.id)).toEqual([]);
    expect((await desk.admin.address.host({ id: host.id })).unlinked).toMatchObject([{ website: { id: one.id } }]);
    await desk.admin.address.linkWebsites({ hostId: host.id, websiteIds: [one.id] });
    expect(await hostsOf(one.id)).toMatchObject([{ id: host.id, role: "web" }]);
  });

  it("by nobody where two hosts share it, and a move is noticed", async () => {
    for (const name of ["web01", "web02"]) await createRecord(desk.admin, "host", { name, ips: ["192.0.2.80"] });
    const one = await site("eins");
    await look();
    expect(await hostsOf(one.id)).toEqual([]);
    place("eins", "192.0.2.81");
    await look(7);
    const noticed = await desk.admin.changeEvent.list({ type: "website", id: one.id, view: "machine" });
    expect(noticed.data).toMatchObject([{ kind: "address", before: ["192.0.2.80"], after: ["192.0.2.81"] }]);
  });
});

describe("a host seen from outside", () => {
  it("has the names of its addresses and who shares them", async () => {
    const host = await createRecord(desk.admin, "host", { ips: ["192.0.2.80"], hostname: "drei.amsel.test" });
    const customer = await createRecord(desk.admin, "customer");
    await createRecord(desk.admin, "website", { url: "https://eins.amsel.test/", customerId: customer.id });
    await site("zwei");
    await look();
    const { addresses } = await desk.admin.address.host({ id: host.id });
    expect(addresses).toMatchObject([
      { ip: "192.0.2.80", reverse: ["static.80.mustermann-hosting.example"], websiteCount: 2, customerCount: 1 },
      { ip: "192.0.2.81", reverse: [], isResolved: true, websiteCount: 0 },
    ]);
    expect((await refusalOf(desk.admin.address.host({ id: "nirgends" }))).code).toBe("NOT_FOUND");
  });

  describe("has open ports", () => {
    // Both engines run this file at once, and each needs the ports for itself.
    const ip = `127.9.${process.pid % 250}.${Math.floor(process.pid / 250) % 250}`;
    let database: Server;
    beforeEach(async () => {
      database = createServer((socket) => socket.destroy());
      await new Promise<void>((resolve, reject) => database.once("error", reject).listen(27017, ip, resolve));
    });
    afterEach(() => new Promise((resolve) => database.close(resolve)));

    it("of a panel, whose login page tells its name and version, as far as it is still supported", async () => {
      const panel = createHttpServer((_, response) =>
        response.setHeader("Server", "sw-cp-server").end("<title>Plesk Obsidian 18.0.52</title>"),
      );
      await new Promise<void>((resolve) => panel.listen(8443, ip, resolve));
      try {
        const { id } = await createRecord(desk.admin, "host", { ips: [ip], scansPorts: true });
        await desk.look(["ports"]);
        expect((await desk.admin.address.host({ id })).panels).toEqual([
          {
            name: "Plesk",
            version: "18.0.52",
            port: 8443,
            isSeen: true,
            software: expect.objectContaining({ state: "unsupported" }),
          },
        ]);
      } finally {
        panel.closeAllConnections();
        await new Promise((resolve) => panel.close(resolve));
      }
    });

    it("that are asked about only where somebody has switched it on, and a new one is noticed", async () => {
      const { id } = await createRecord(desk.admin, "host", { ips: [ip] });
      await desk.look(["ports"]);
      expect((await desk.admin.address.host({ id })).ports).toEqual({ isOn: false, lookup: null, open: [] });
      const { version } = await desk.admin.host.get({ id });
      await desk.admin.host.update({ params: { id }, body: { scansPorts: true }, version });
      await desk.look(["ports"]);
      expect((await desk.admin.address.host({ id })).ports).toMatchObject({
        isOn: true,
        open: expect.arrayContaining([
          expect.objectContaining({ ip, port: 27017, label: "MongoDB", risk: expect.any(String) }),
        ]),
      });
    });
  });
});

describe("the software of a host", () => {
  it("is told with its support to those who may read the host, by what somebody entered", async () => {
    const system = { os: "Ubuntu", osVersion: "22.04.5" };
    const { id } = await createRecord(desk.admin, "host", { ...system, phpVersions: ["7.4", "8.4", "eigen"] });
    const stranger = await desk.office.as();
    expect((await refusalOf(stranger.address.hostSoftware({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(desk.admin.address.hostSoftware({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect(await desk.admin.address.hostSoftware({ id })).toEqual({
      os: { state: "current", latest: "22.04.5", supportedUntil: "2027-04-01", isEnding: true },
      php: [
        { version: "7.4", support: "ended", supportedUntil: "2022-11-28" },
        { version: "8.4", support: "supported", supportedUntil: "2028-12-31" },
        { version: "eigen", support: null, supportedUntil: null },
      ],
    });
    const { id: bare } = await createRecord(desk.admin, "host", {});
    expect(await desk.admin.address.hostSoftware({ id: bare })).toEqual({ os: null, php: [] });
  });
});

describe("addresses", () => {
  it("are grouped through everything that they have in common", () => {
    const member = (name: string, ...ips: string[]) => ({ name, addresses: ips.map((ip) => ({ ip })) });
    const groups = groupByAddress([member("a", "1", "2"), member("b", "3"), member("c", "2", "3"), member("d", "4")]);
    expect(groups.map((group) => group.map(({ name }) => name))).toEqual([["a", "b", "c"], ["d"]]);
  });

  it("belong to those who published their ranges, and have names of their own in the DNS", () => {
    const ownerOf = openNetworkOwners();
    expect(ownerOf("104.16.0.9")).toBe("cloudflare");
    expect(ownerOf("2400:cb00::1")).toBe("cloudflare");
    expect(ownerOf("192.0.2.1")).toBeNull();
    expect(toReverseName("192.0.2.10")).toBe("10.2.0.192.in-addr.arpa");
    expect(toReverseName("2001:db8::1")).toBe(
      "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    );
  });
});
