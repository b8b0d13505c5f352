import { generateKeyPairSync } from "node:crypto";
import type { Answer } from "dns-packet";
import { variantsOf } from "../../../server/features/lookalikes/variants.ts";
import { isNewcomer } from "../newcomers.ts";
import { hashOf } from "../tempo.ts";
import type { World } from "../world.ts";

/** A domain of the sample agency, as its registry and its name servers know it. */
export interface DemoDomain {
  nameAce: string;
  purpose: string;
  registeredOn: string | null;
  /** Only where the portal knows a day, so that those without one stay without. */
  expiresOn: string | null;
  redirectTarget: string | null;
  /** Deleted at its registry, where its last holder may still have it restored. */
  isDeleted: boolean;
}

/** What the DNS of the sample agency is made of. */
export interface DemoNames {
  domains: readonly DemoDomain[];
  /** The addresses of websites and servers by their names. */
  addresses: Readonly<Record<string, readonly string[]>>;
  /** Domains whose look-alikes somebody watches. */
  watched: readonly string[];
}

export const ending = "example";
export const nameServers = { "ns1.nordlicht.example": "127.0.0.3", "ns2.nordlicht.example": "127.0.0.4" } as const;
export const mailServer = "mail09.nordlicht.example";
/** Where those park what nobody uses. */
const parking = ["203.0.113.250"];
const ttl = 3600;

const text = (name: string, value: string): Answer => ({
  type: "TXT",
  name,
  ttl,
  data: value.match(/.{1,250}/g) ?? [],
});
const address = (name: string, ip: string): Answer => ({ type: ip.includes(":") ? "AAAA" : "A", name, ttl, data: ip });

/** How well the mail of a domain is protected, from best to worst, by its name. */
export function protectionOf(name: string): "all" | "reports" | "spf" | "none" | "broken" {
  const share = hashOf(`${name} mail`) % 100;
  if (share < 44) return "all";
  if (share < 64) return "reports";
  if (share < 84) return "spf";
  return share < 95 ? "none" : "broken";
}

export const hasMail = ({ nameAce, purpose }: Pick<DemoDomain, "nameAce" | "purpose">) =>
  purpose === "mail" || (purpose === "website" && hashOf(nameAce) % 9 !== 0);

let publicKey: string | undefined;
const dkimKey = () => {
  publicKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64");
  return publicKey;
};

/** The records of a domain, by what the sample agency uses it for. */
export function recordsOf({ nameAce, purpose }: DemoDomain, { addresses }: DemoNames): Answer[] {
  const hash = hashOf(nameAce);
  const sites = Object.keys(addresses).filter((name) => name === nameAce || name.endsWith(`.${nameAce}`));
  const own = addresses[nameAce] ?? addresses[`www.${nameAce}`] ?? (purpose === "mail" ? [] : parking);
  return [
    {
      type: "SOA",
      name: nameAce,
      ttl,
      data: {
        mname: "ns1.nordlicht.example",
        rname: "technik.nordlicht.example",
        serial: 2026110100 + (hash % 90),
        refresh: 7200,
        retry: 900,
        expire: 1209600,
        minimum: 300,
      },
    },
    ...Object.keys(nameServers).map((data): Answer => ({ type: "NS", name: nameAce, ttl, data })),
    ...own.map((ip) => address(nameAce, ip)),
    ...sites
      .filter((name) => name !== nameAce)
      .flatMap((name) => (addresses[name] ?? []).map((ip) => address(name, ip))),
    ...(own.length > 0 && !sites.includes(`www.${nameAce}`)
      ? [{ type: "CNAME", name: `www.${nameAce}`, ttl, data: nameAce } satisfies Answer]
      : []),
    ...(hash % 2 === 0
      ? [
          {
            type: "CAA",
            name: nameAce,
            ttl,
            data: { flags: 0, tag: "issue", value: "letsencrypt.org" },
          } satisfies Answer,
        ]
      : []),
    ...(hasMail({ nameAce, purpose }) ? mailRecords(nameAce) : withoutMail(nameAce)),
  ];
}

function mailRecords(name: string): Answer[] {
  const protection = protectionOf(name);
  const mx: Answer = { type: "MX", name, ttl, data: { preference: 10, exchange: mailServer } };
  const dmarc = (policy: string) => text(`_dmarc.${name}`, `v=DMARC1; p=${policy}; rua=mailto:dmarc@nordlicht.example`);
  const dkim = () => text(`default._domainkey.${name}`, `v=DKIM1; k=rsa; p=${dkimKey()}`);
  switch (protection) {
    case "all":
      return [
        mx,
        text(name, "v=spf1 mx -all"),
        dkim(),
        dmarc(hashOf(name) % 3 === 0 ? "reject" : "quarantine"),
        ...(hashOf(name) % 4 === 0
          ? [
              text(`_smtp._tls.${name}`, "v=TLSRPTv1; rua=mailto:tls@nordlicht.example"),
              text(`_mta-sts.${name}`, "v=STSv1; id=20260901000000"),
            ]
          : []),
      ];
    case "reports":
      return [mx, text(name, "v=spf1 mx ~all"), dkim(), dmarc("none")];
    case "spf":
      return [mx, text(name, "v=spf1 mx a ~all")];
    case "none":
      return [mx];
    case "broken":
      return [mx, text(name, "v=spf1 mx +all")];
  }
}

/** Some say that they take no mail; the others are those to whom the portal proposes it. */
function withoutMail(name: string): Answer[] {
  if (hashOf(name) % 3 !== 0) return [];
  return [
    { type: "MX", name, ttl, data: { preference: 0, exchange: "." } },
    text(name, "v=spf1 -all"),
    text(`_dmarc.${name}`, "v=DMARC1; p=reject"),
  ];
}

/** Domains of whoever the sample agency has to do with, beside those of its websites and servers. */
const others = [
  "registry.example",
  "domainkontor.example",
  "rechenzentrum.example",
  "altprovider.example",
  "fremde-agentur.example",
  "nordlicht-archiv.example",
  "foerdeblick-kiel.example",
];

/** Which names are registered: those of the agency, of whoever else is in the demo, and two look-alikes of each domain. */
export function openRegister({ domains, addresses, watched }: DemoNames) {
  const known = new Map(domains.map((domain) => [domain.nameAce, domain]));
  const lookalikes = watched.flatMap((name) => {
    const candidates = variantsOf(name).filter((each) => each.nameAce.endsWith(`.${ending}`));
    return candidates.filter((_, index) => index === 4 || index === 9).map(({ nameAce }) => nameAce);
  });
  const served = Object.keys(addresses).map((name) => name.split(".").slice(-2).join("."));
  const taken = new Set([...others, ...lookalikes, ...served]);
  return (name: string): DemoDomain | undefined => {
    const found = known.get(name);
    if (found) return found;
    const purpose = isNewcomer(name) ? "website" : "parked";
    if (purpose === "parked" && !taken.has(name)) return undefined;
    return {
      nameAce: name,
      purpose,
      registeredOn: "2019-04-02",
      expiresOn: null,
      redirectTarget: null,
      isDeleted: false,
    };
  };
}

/** What a registry answers by RDAP (RFC 9083); `path` is that of the question. */
export function answerOfRegistry(
  { names }: Pick<World, "names">,
  path: string,
  dsOf: (domain: DemoDomain) => readonly Answer[],
) {
  const name = /^\/domain\/([a-z0-9.-]+)$/.exec(path)?.[1] ?? "";
  const headers = { "content-type": "application/rdap+json" };
  const domain = openRegister(names)(name);
  if (!domain || !name.endsWith(`.${ending}`))
    return { status: 404, headers, body: JSON.stringify({ errorCode: 404, title: "Not Found" }) };
  const { registeredOn, expiresOn } = domain;
  const event = (eventAction: string, day: string | null) =>
    day ? [{ eventAction, eventDate: `${day}T09:00:00Z` }] : [];
  const isLocked = hashOf(name) % 3 !== 0;
  const body = {
    objectClassName: "domain",
    ldhName: name,
    status: domain.isDeleted ? ["redemption period"] : isLocked ? ["active", "client transfer prohibited"] : ["active"],
    events: [...event("registration", registeredOn), ...event("expiration", expiresOn)],
    nameservers: Object.keys(nameServers).map((ldhName) => ({ objectClassName: "nameserver", ldhName })),
    secureDNS: secureDns(dsOf(domain)),
    entities: [
      {
        objectClassName: "entity",
        roles: ["registrar"],
        vcardArray: [
          "vcard",
          [
            ["version", {}, "text", "4.0"],
            ["fn", {}, "text", "Domainkontor GmbH"],
          ],
        ],
      },
    ],
  };
  return { status: 200, headers, body: JSON.stringify(body) };
}

function secureDns(records: readonly Answer[]) {
  const dsData = records.flatMap((record) =>
    record.type === "DS" ? [{ ...record.data, digest: record.data.digest.toString("hex") }] : [],
  );
  return { delegationSigned: dsData.length > 0, ...(dsData.length > 0 && { dsData }) };
}
