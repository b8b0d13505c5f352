import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compareSnapshots } from "../../../contract/dns/compare.ts";
import { type DnssecState, findingsOf } from "../../../contract/dns/dns.ts";
import { zoneFile } from "../../../contract/dns/zone-file.ts";
import { openDns } from "../../../server/lookups/dns/resolver.ts";
import { isNamed, isSignedBy } from "../../../server/lookups/dns/signatures.ts";
import { stateAfter, takeSnapshot } from "../../../server/lookups/dns/snapshot.ts";
import { readReply } from "../../../server/lookups/dns/wire.ts";
import { chanceOf } from "../../support/chance.ts";
import { repetitions } from "../../support/repetitions.ts";
import { mx, openTestInternet, record, soa, type TestInternet } from "../../support/servers/dns/test-internet.ts";

let internet: TestInternet;
const now = () => new Date("2026-11-20T09:13:00.000Z");

beforeEach(async () => {
  internet = await openTestInternet(now);
});
afterEach(() => internet.close());

const snapshot = () => takeSnapshot(internet.open(), "amsel.test");

describe("what the DNS says of a domain", () => {
  it("comes from its own servers, which the ending names", async () => {
    const found = await snapshot();
    expect(found).toMatchObject({
      state: "delegated",
      parentZone: "test",
      parentNameservers: ["ns1.amsel.test", "ns2.amsel.test"],
      nameservers: ["ns1.amsel.test", "ns2.amsel.test"],
      servers: [
        { name: "ns1.amsel.test", state: "ok", serial: 2026 },
        { name: "ns2.amsel.test", state: "ok", serial: 2026 },
      ],
      dnssec: { state: "valid" },
    });
    expect(findingsOf(found)).toEqual([]);
    expect(found.records).toContainEqual({ name: "amsel.test", type: "MX", ttl: 300, value: "10 mx.amsel.test" });
    expect(found.records).toContainEqual({ name: "www.amsel.test", type: "CNAME", ttl: 300, value: "amsel.test" });
    expect(internet.tree.asked.some(({ type }) => type === "DS")).toBe(true);
  });

  it("is not asked of private addresses that nobody has allowed", async () => {
    const dns = openDns({ ...internet.options, allowedNetworks: [] });
    await expect(takeSnapshot(dns, "amsel.test")).rejects.toMatchObject({ code: "blockedNetwork" });
    expect(internet.tree.asked).toEqual([]);
  });

  it("is that nobody holds it, when the ending says so, and unknown when the ending is silent", async () => {
    internet.ending.delegations = [];
    const gone = await snapshot();
    expect(gone).toMatchObject({ state: "notDelegated", parentNameservers: [] });
    expect(findingsOf(gone)[0]).toMatchObject({ level: "bad" });
    internet.tree.set("127.0.0.2", "silent");
    await expect(snapshot()).rejects.toMatchObject({ name: "OutboundProblem", code: "timeout" });
  });

  it("is that nobody holds it only by the word of two servers of the ending, where it has two", async () => {
    const { delegations = [] } = internet.ending;
    internet.root.delegations?.[0]?.servers.push({ name: "ns2.test", address: "127.0.0.5" });
    const second = { ...internet.ending, delegations };
    await internet.tree.serve("127.0.0.5", [second]);
    internet.ending.delegations = [];
    expect(await snapshot()).toMatchObject({
      state: "delegated",
      parentNameservers: ["ns1.amsel.test", "ns2.amsel.test"],
    });
    internet.tree.set("127.0.0.5", "silent");
    await expect(snapshot()).rejects.toMatchObject({ code: "dnsFailed" });
    internet.tree.set("127.0.0.5", "answers");
    second.delegations = [];
    expect(await snapshot()).toMatchObject({ state: "notDelegated" });
  });

  it("ends where the servers of a domain lie within it and nobody says where", async () => {
    for (const each of internet.ending.delegations ?? []) each.servers = each.servers.map(({ name }) => ({ name }));
    expect((await snapshot()).servers).toMatchObject([{ state: "noAddress" }, { state: "noAddress" }]);
  });

  it("comes from a server that the ending knows by an IPv6 address alone", async () => {
    const [delegation] = internet.ending.delegations ?? [];
    if (delegation) delegation.servers = [{ name: "ns1.amsel.test", address: "::1" }];
    await internet.tree.serve("::1", [internet.amsel]);
    const dns = openDns({ ...internet.options, allowedNetworks: ["127.0.0.0/8", "::1/128"] });
    const { servers, records } = await takeSnapshot(dns, "amsel.test");
    expect(servers).toContainEqual(
      expect.objectContaining({ name: "ns1.amsel.test", address: "::1", state: "ok", serial: 2026 }),
    );
    expect(records).toContainEqual({ name: "amsel.test", type: "A", ttl: 300, value: "192.0.2.10" });
  });

  it("is not held against a server that this machine has no way to", () => {
    const unreachable = Object.assign(new Error("connect"), { code: "ENETUNREACH" });
    expect(stateAfter(unreachable, "2001:db8::53")).toBe("noIpv6");
    expect(stateAfter(unreachable, "192.0.2.53")).toBe("silent");
    expect(stateAfter(new Error("timeout"), "2001:db8::53")).toBe("silent");
  });

  it("names the addresses of servers within the domain, which are no change the first time", async () => {
    const now = await snapshot();
    expect(now.ownHosts).toEqual(["mx.amsel.test", "ns1.amsel.test", "ns2.amsel.test"]);
    expect(now.records).toContainEqual({ name: "mx.amsel.test", type: "A", ttl: 300, value: "192.0.2.25" });
    const { ownHosts = [], ...before } = now;
    const without = { ...before, records: before.records.filter(({ name }) => !ownHosts.includes(name)) };
    expect(compareSnapshots(without, now)).toEqual([]);
    const moved = now.records.map((each) => (each.value === "192.0.2.25" ? { ...each, value: "192.0.2.26" } : each));
    expect(compareSnapshots(now, { ...now, records: moved })).toEqual([
      { kind: "records", part: "mx.amsel.test A", before: ["192.0.2.25"], after: ["192.0.2.26"] },
    ]);
  });

  it("comes over TCP where it does not fit", async () => {
    internet.tree.set("127.0.0.3", "truncates");
    expect((await snapshot()).records.length).toBeGreaterThan(5);
    expect(internet.tree.asked.some(({ overTcp }) => overTcp)).toBe(true);
  });

  it("names servers that are silent or know nothing, other serials and another delegation", async () => {
    internet.second.records = internet.second.records.map((each) =>
      each.type === "SOA" ? soa("amsel.test", 2025) : each,
    );
    expect(findingsOf(await snapshot()).map(({ text }) => text)).toEqual([
      "Die Nameserver haben verschiedene Stände (2026, 2025).",
    ]);
    internet.tree.set("127.0.0.4", "refuses");
    expect((await snapshot()).servers[1]).toMatchObject({ state: "lame" });
    internet.tree.set("127.0.0.4", "silent");
    expect((await snapshot()).servers[1]).toMatchObject({ state: "silent" });
    internet.tree.set("127.0.0.4", "answers");
    for (const zone of [internet.amsel, internet.second])
      zone.records = zone.records.filter((each) => !(each.type === "NS" && each.data === "ns2.amsel.test"));
    expect(findingsOf(await snapshot())[0]?.text).toMatch(/^Delegation passt nicht/);
  });

  it("is a zone file that says what it is", async () => {
    const text = zoneFile("amsel.test", await snapshot());
    expect(text).toContain("$ORIGIN amsel.test.\n");
    expect(text).toContain("@\t300\tIN\tMX\t10 mx.amsel.test.\n");
    expect(text).toContain('@\t300\tIN\tTXT\t"v=spf1 mx -all"\n');
    expect(text).toContain('@\t300\tIN\tCAA\t0 issue "letsencrypt.org"\n');
    expect(text).toContain("www\t300\tIN\tCNAME\tamsel.test.\n");
    expect(text).toContain("ns1\t300\tIN\tA\t127.0.0.3\n");
    expect(text).toMatch(/^; .*fehlen hier\.\n/);
  });

  it("is a zone file that no text breaks, in strings of at most 255 bytes", () => {
    const value = `"; \\ ${"ü".repeat(200)}\nwww IN A 192.0.2.66`;
    const records = [{ name: "amsel.test", type: "TXT", ttl: 300, value }];
    const lines = zoneFile("amsel.test", { records, unanswered: ["amsel.test MX"] }).split("\n");
    expect(lines).toContain("; Ohne Antwort, Stand von früher: amsel.test MX");
    const text = lines.find((line) => line.includes("\tTXT\t")) ?? "";
    expect(lines.some((line) => line.startsWith("www"))).toBe(false);
    const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner = ""]) => inner);
    const bytes = strings.map((inner) =>
      Array.from(inner.matchAll(/\\(\d{3})|\\(.)|(.)/g), ([, code, escaped, plain]) =>
        code ? Number(code) : (escaped ?? plain ?? "").charCodeAt(0),
      ),
    );
    expect(bytes.map(({ length }) => length)).toEqual([255, expect.any(Number)]);
    expect(Buffer.from(bytes.flat()).toString("utf8")).toBe(value);
  });
});

describe("DNSSEC", () => {
  it("is broken where the ending names another key, and where an answer is not what was signed", async () => {
    const delegation = internet.ending.delegations?.[0];
    const ds = delegation?.ds?.[0];
    if (ds?.type === "DS" && delegation) delegation.ds = [{ ...ds, data: { ...ds.data, digest: Buffer.alloc(32, 7) } }];
    expect((await snapshot()).dnssec).toMatchObject({ state: "broken", reason: expect.stringContaining("Schlüssel") });
    if (delegation && ds) delegation.ds = [ds];
    internet.tree.set("127.0.0.3", "forges");
    expect((await snapshot()).dnssec).toMatchObject({ state: "broken", reason: expect.stringContaining("Signatur") });
  });

  it("is broken with signatures that have ended, and warns three days before", async () => {
    internet.amsel.signedUntil = new Date("2026-11-22T00:00:00.000Z");
    expect((await snapshot()).dnssec).toMatchObject({ state: "expiring", expiresAt: "2026-11-22T00:00:00.000Z" });
    internet.amsel.signedUntil = new Date("2026-11-20T00:00:00.000Z");
    expect((await snapshot()).dnssec).toMatchObject({ state: "broken", reason: expect.stringContaining("abgelaufen") });
  });

  it("is valid with a signer that signs for a day or two, again and again", async () => {
    internet.amsel.signedSince = new Date("2026-11-19T09:13:00.000Z");
    internet.amsel.signedUntil = new Date("2026-11-21T09:13:00.000Z");
    expect((await snapshot()).dnssec).toMatchObject({ state: "valid", expiresAt: "2026-11-21T09:13:00.000Z" });
    internet.amsel.signedUntil = new Date("2026-11-20T12:00:00.000Z");
    expect((await snapshot()).dnssec).toMatchObject({ state: "expiring", expiresAt: "2026-11-20T12:00:00.000Z" });
    internet.amsel.signedSince = new Date("2026-09-20T09:13:00.000Z");
    internet.amsel.signedUntil = new Date("2026-11-24T09:13:00.000Z");
    expect((await snapshot()).dnssec.state).toBe("valid");
  });

  it("is valid however soon the zones above sign anew, and says when its own signatures end", async () => {
    for (const zone of [internet.root, internet.ending]) zone.signedUntil = new Date("2026-11-20T12:00:00.000Z");
    expect((await snapshot()).dnssec).toMatchObject({
      state: "valid",
      expiresAt: internet.amsel.signedUntil?.toISOString(),
    });
  });

  it.each([
    ["an algorithm", { algorithm: 12 }],
    ["a digest", { digestType: 3 }],
  ])("is absent where the ending names only %s that nobody can check, and says so", async (_, unknown) => {
    const delegation = internet.ending.delegations?.[0];
    const ds = delegation?.ds?.[0];
    if (ds?.type !== "DS" || !delegation) throw new Error("The ending names no key");
    const uncheckable = { ...ds, data: { ...ds.data, ...unknown } };
    delegation.ds = [uncheckable];
    const found = await snapshot();
    expect(found.dnssec).toMatchObject({ state: "unsigned", reason: expect.stringContaining("lässt sich prüfen") });
    expect(found.dnssec.dsRecords).toHaveLength(1);
    expect(findingsOf(found)).toEqual([{ level: "warn", text: expect.stringContaining("ohne DNSSEC") }]);
    delegation.ds = [uncheckable, ds];
    expect((await snapshot()).dnssec.state).toBe("valid");
  });

  it("is broken for whoever trusts other roots, and absent where the ending names no key", async () => {
    const anchors = internet.options.anchors.map((anchor) => ({ ...anchor, digest: "00".repeat(32) }));
    const dns = openDns({ ...internet.options, anchors });
    expect((await takeSnapshot(dns, "amsel.test")).dnssec.state).toBe("broken");
    const delegation = internet.ending.delegations?.[0];
    if (delegation) delegation.ds = [];
    expect((await snapshot()).dnssec).toMatchObject({ state: "unsigned", dsRecords: [] });
  });

  it("verifies the examples of RFC 6605 and RFC 8080", () => {
    const seconds = (text: string) => Date.parse(text) / 1000;
    const p256 = {
      type: "DNSKEY",
      name: "example.net",
      ttl: 3600,
      data: {
        flags: 257,
        algorithm: 13,
        key: Buffer.from(
          "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
          "base64",
        ),
      },
    } as const;
    const digest = "b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17";
    expect(isNamed(p256, { keyTag: 55_648, algorithm: 13, digestType: 2, digest })).toBe(true);
    const signature = {
      type: "RRSIG",
      name: "www.example.net",
      ttl: 3600,
      data: {
        typeCovered: "A",
        algorithm: 13,
        labels: 3,
        originalTTL: 3600,
        keyTag: 55_648,
        signersName: "example.net",
        expiration: seconds("2010-09-09T10:04:39Z"),
        inception: seconds("2010-08-12T10:04:39Z"),
        signature: Buffer.from(
          "qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==",
          "base64",
        ),
      },
    } as const;
    const address = { type: "A", name: "www.example.net", ttl: 3600, data: "192.0.2.1" } as const;
    expect(isSignedBy(signature, [address], p256)).toBe(true);
    expect(isSignedBy(signature, [{ ...address, data: "192.0.2.2" }], p256)).toBe(false);
    const ed25519 = {
      type: "DNSKEY",
      name: "example.com",
      ttl: 3600,
      data: { flags: 257, algorithm: 15, key: Buffer.from("l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=", "base64") },
    } as const;
    const edSignature = {
      type: "RRSIG",
      name: "example.com",
      ttl: 3600,
      data: {
        typeCovered: "MX",
        algorithm: 15,
        labels: 2,
        originalTTL: 3600,
        keyTag: 3613,
        signersName: "example.com",
        expiration: 1_440_021_600,
        inception: 1_438_207_200,
        signature: Buffer.from(
          "oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==",
          "base64",
        ),
      },
    } as const;
    expect(isSignedBy(edSignature, [mx("example.com", "mail.example.com")], ed25519)).toBe(true);
  });
});

describe("what changed", () => {
  it("is nothing at first, and nothing when nothing did", async () => {
    const first = await snapshot();
    expect(compareSnapshots(undefined, first)).toEqual([]);
    expect(compareSnapshots(first, await snapshot())).toEqual([]);
  });

  it("is another key at the registry, also while the chain holds", async () => {
    const before = await snapshot();
    const dsRecords = ["4711 13 2 ab", ...before.dnssec.dsRecords];
    expect(compareSnapshots(before, { ...before, dnssec: { ...before.dnssec, dsRecords } })).toEqual([
      { kind: "dnssec", part: "DS bei der Registry", before: before.dnssec.dsRecords, after: dsRecords.toSorted() },
    ]);
  });

  it("is no emergency while signatures that end soon still hold", async () => {
    const valid = await snapshot();
    const withState = (state: DnssecState) => ({ ...valid, dnssec: { ...valid.dnssec, state } });
    const kinds = (before: DnssecState, now: DnssecState) =>
      compareSnapshots(withState(before), withState(now)).map(({ kind }) => kind);
    expect(kinds("valid", "expiring")).toEqual(["signaturesEnding"]);
    expect(kinds("expiring", "valid")).toEqual(["signaturesRenewed"]);
    expect(kinds("expiring", "broken")).toEqual(["dnssec"]);
    expect(kinds("valid", "unsigned")).toEqual(["dnssec"]);
    const ending = withState("expiring");
    const otherKey = { ...ending, dnssec: { ...ending.dnssec, dsRecords: ["4711 13 2 ab"] } };
    expect(compareSnapshots(valid, otherKey).map(({ kind }) => kind)).toEqual(["signaturesEnding", "dnssec"]);
  });

  it("is told by kind, with what was and what is", async () => {
    const before = await snapshot();
    internet.amsel.records = [
      ...internet.amsel.records.filter(({ type }) => type !== "MX"),
      mx("amsel.test", "mx.other.example"),
      record("TXT", "default._domainkey.amsel.test", "v=DKIM1; p=AAAA"),
    ];
    expect(compareSnapshots(before, await snapshot())).toEqual([
      { kind: "mx", part: "amsel.test MX", before: ["10 mx.amsel.test"], after: ["10 mx.other.example"] },
      { kind: "records", part: "default._domainkey.amsel.test TXT", before: null, after: ["v=DKIM1; p=AAAA"] },
    ]);
  });
});

it("no bytes from a server crash or hang what reads them", () => {
  const random = chanceOf(7);
  const question = { name: "amsel.test", type: "MX" } as const;
  const read: string[] = [];
  for (let round = 0; round < repetitions(1_000, 50_000); round += 1) {
    const bytes = Buffer.from(Array.from({ length: random.below(120) }, () => random.below(256)));
    if (readReply(bytes, 1, question) !== undefined) read.push(bytes.toString("hex"));
  }
  expect(read).toEqual([]);
}, 600_000);
