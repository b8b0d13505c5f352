import type { Answer } from "dns-packet";
import { type Dns, type DnsOptions, internetDns, openDns } from "../../../../server/lookups/dns/resolver.ts";
import { type DnsTree, openDnsTree, type TestZone } from "./dns-tree.ts";
import { openSigningKey, type SigningKey } from "./signing.ts";

export const soa = (name: string, serial = 1): Answer => ({
  type: "SOA",
  name,
  ttl: 3600,
  data: { mname: `ns1.${name}`, rname: `hostmaster.${name}`, serial, refresh: 1, retry: 1, expire: 1, minimum: 1 },
});
export const record = (type: "A" | "NS" | "CNAME" | "TXT", name: string, data: string): Answer =>
  type === "TXT" ? { type, name, ttl: 300, data: [data] } : { type, name, ttl: 300, data };
export const mx = (name: string, exchange: string, preference = 10): Answer => ({
  type: "MX",
  name,
  ttl: 300,
  data: { preference, exchange },
});

export interface TestInternet {
  tree: DnsTree;
  /** The domain's own zone at its two servers; tests change it in place. */
  amsel: TestZone;
  second: TestZone;
  /** What the ending says of the domain. */
  ending: TestZone;
  root: TestZone;
  options: DnsOptions;
  open(): Dns;
  close(): Promise<void>;
}

const keys: { root: SigningKey; ending: SigningKey; amsel: SigningKey } = {
  root: openSigningKey(".", "rsa"),
  ending: openSigningKey("test"),
  amsel: openSigningKey("amsel.test", "ed25519"),
};

/** As long as in the portal: on a busy machine the servers of the test, which share its core, take their time to sign. */
const { timeoutMs } = internetDns;

/** A root, the ending „test“ and the domain amsel.test on two servers, everything signed. */
export async function openTestInternet(now: () => Date): Promise<TestInternet> {
  const tree = await openDnsTree();
  const records = (): Answer[] => [
    soa("amsel.test", 2026),
    record("NS", "amsel.test", "ns1.amsel.test"),
    record("NS", "amsel.test", "ns2.amsel.test"),
    record("A", "amsel.test", "192.0.2.10"),
    record("A", "ns1.amsel.test", "127.0.0.3"),
    record("A", "ns2.amsel.test", "127.0.0.4"),
    record("CNAME", "www.amsel.test", "amsel.test"),
    mx("amsel.test", "mx.amsel.test"),
    record("A", "mx.amsel.test", "192.0.2.25"),
    record("TXT", "amsel.test", "v=spf1 mx -all"),
    record("TXT", "_dmarc.amsel.test", "v=DMARC1; p=reject; rua=mailto:dmarc@amsel.test"),
    { type: "CAA", name: "amsel.test", ttl: 300, data: { flags: 0, tag: "issue", value: "letsencrypt.org" } },
  ];
  const signedUntil = () => new Date(now().getTime() + 20 * 86_400_000);
  const amsel: TestZone = { name: "amsel.test", records: records(), key: keys.amsel, signedUntil: signedUntil() };
  const second: TestZone = { ...amsel, records: records() };
  const ending: TestZone = {
    name: "test",
    records: [soa("test"), record("NS", "test", "ns.test")],
    key: keys.ending,
    signedUntil: signedUntil(),
    delegations: [
      {
        name: "amsel.test",
        servers: [
          { name: "ns1.amsel.test", address: "127.0.0.3" },
          { name: "ns2.amsel.test", address: "127.0.0.4" },
        ],
        ds: [keys.amsel.ds],
      },
    ],
  };
  const root: TestZone = {
    name: ".",
    records: [soa(".")],
    key: keys.root,
    signedUntil: signedUntil(),
    delegations: [{ name: "test", servers: [{ name: "ns.test", address: "127.0.0.2" }], ds: [keys.ending.ds] }],
  };
  await tree.serve("127.0.0.1", [root]);
  await tree.serve("127.0.0.2", [ending]);
  await tree.serve("127.0.0.3", [amsel]);
  await tree.serve("127.0.0.4", [second]);
  const { digest, ...anchor } = keys.root.ds.data;
  const options: DnsOptions = {
    port: tree.port,
    allowedNetworks: ["127.0.0.0/8"],
    timeoutMs,
    roots: ["127.0.0.1"],
    now,
    anchors: [{ ...anchor, digest: digest.toString("hex") }],
  };
  return { tree, amsel, second, ending, root, options, open: () => openDns(options), close: () => tree.close() };
}
