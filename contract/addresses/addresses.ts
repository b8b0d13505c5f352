import type { Forecast, UsageDay } from "../hosts/capacity.ts";
import type { LookupState } from "../lookups/lookups.ts";
import type { Ref } from "../records/fields.ts";
import type { PhpSupport, SoftwareState } from "../technologies/software.ts";

/** Whose networks are known by their published ranges. */
export const networks = {
  cloudflare: { label: "Cloudflare", isCdn: true },
  amazon: { label: "Amazon", isCdn: false },
  google: { label: "Google", isCdn: false },
  digitalocean: { label: "DigitalOcean", isCdn: false },
} as const;
export type Network = keyof typeof networks;

/** How the servers of delivery networks call themselves, also within the ranges of somebody who rents out servers, too. */
const cdnNames = ["cloudfront.net", "1e100.net", "fastly.net", "akamaitechnologies.com", "akamaiedge.net"] as const;

export interface SeenAddress {
  ip: string;
  /** What the address says it is called; nothing where its owner gave it no name. */
  reverse: string[];
  network: Network | null;
}

/** The addresses of a website or a host, as its authoritative servers and its record have them. */
export interface AddressAnswer {
  addresses: SeenAddress[];
}

/** Whether many servers of others stand behind an address, so that it says nothing of where a website lies. */
export function isBehindCdn({ network, reverse }: Pick<SeenAddress, "network" | "reverse">): boolean {
  const isNamed = reverse.some((name) => cdnNames.some((cdn) => name === cdn || name.endsWith(`.${cdn}`)));
  return isNamed || (network !== null && networks[network].isCdn);
}

export interface PortTrait {
  label: string;
  /** The panel that usually answers there. */
  panel?: string;
  /** Others answer there just as often, so that the port alone says nothing of the panel. */
  isAmbiguous?: true;
  /** Why it should not be open to everybody. */
  risk?: string;
}

const database = "Datenbanken gehören nicht ins offene Netz.";

/** The ports that are asked about, and no others. */
export const scannedPorts: Readonly<Record<number, PortTrait>> = {
  21: { label: "FTP", risk: "FTP überträgt Passwörter oft unverschlüsselt." },
  23: { label: "Telnet", risk: "Telnet überträgt alles unverschlüsselt." },
  111: { label: "rpcbind", risk: "Nur für interne Netze gedacht." },
  445: { label: "SMB", risk: "Dateifreigaben gehören nicht ins offene Netz." },
  1433: { label: "SQL Server", risk: database },
  2049: { label: "NFS", risk: "Dateifreigaben gehören nicht ins offene Netz." },
  2083: { label: "cPanel", panel: "cPanel" },
  2222: { label: "DirectAdmin", panel: "DirectAdmin" },
  2375: { label: "Docker ohne TLS", risk: "Wer hier hineinkommt, führt den Server." },
  3306: { label: "MySQL", risk: database },
  3389: { label: "Remotedesktop", risk: "Ein häufiges Ziel von Angriffen." },
  5432: { label: "PostgreSQL", risk: database },
  5900: { label: "VNC", risk: "Ein häufiges Ziel von Angriffen." },
  6379: { label: "Redis", risk: database },
  8080: { label: "Webdienst (8080)", panel: "ISPConfig", isAmbiguous: true },
  8083: { label: "Hestia", panel: "HestiaCP" },
  8443: { label: "Plesk", panel: "Plesk" },
  9200: { label: "Elasticsearch", risk: database },
  10000: { label: "Webmin", panel: "Webmin" },
  11211: { label: "Memcached", risk: database },
  27017: { label: "MongoDB", risk: database },
};

/** A panel by what its login page says of itself. */
export interface SeenPanel {
  name: string;
  version: string | null;
}

export interface OpenPort {
  ip: string;
  port: number;
  /** Absent where no panel that is known answers. */
  panel?: SeenPanel;
}

export interface PortAnswer {
  /** What answered; null where nobody has switched it on. */
  open: OpenPort[] | null;
}

/** A panel of a host: seen on its login page, or taken from the port where that says nothing. */
export interface HostPanel extends SeenPanel {
  port: number;
  isSeen: boolean;
  software: SoftwareState;
}

/** A version of PHP of a host, and how long it is supported. */
export interface HostPhp {
  version: string;
  support: PhpSupport | null;
  /** `YYYY-MM-DD`. */
  supportedUntil: string | null;
}

/** What somebody has entered that a host runs, with how long each is supported. */
export interface HostSoftware {
  /** Null where no operating system is entered. */
  os: (SoftwareState & { isEnding: boolean }) | null;
  php: HostPhp[];
}

/** An address of a host, with who else is there. */
export interface HostAddress extends SeenAddress {
  isCdn: boolean;
  /** Entered by a person, in the DNS of its host name, or both. */
  isEntered: boolean;
  isResolved: boolean;
  websiteCount: number;
  customerCount: number;
}

/** A website whose address belongs to a host that it is not linked to. */
export interface UnlinkedWebsite {
  website: Ref;
  url: string;
  ip: string;
  /** The hosts that it is linked to so far. */
  hosts: Ref[];
}

/** What one sees of a host from outside, and how full it will be. */
export interface HostNetworkView {
  lookup: LookupState | null;
  addresses: HostAddress[];
  unlinked: UnlinkedWebsite[];
  /** Linked websites that are reached by a delivery network or somewhere else, so that nothing can be said of them. */
  hiddenCount: number;
  usage: { days: UsageDay[]; forecast: Forecast };
  phpSeen: (HostPhp & { websiteCount: number })[];
  panels: HostPanel[];
  ports: { isOn: boolean; lookup: LookupState | null; open: (PortTrait & { ip: string; port: number })[] };
}

/** What a website's address says of where it lies. */
export interface WebsiteAddressView {
  lookup: LookupState | null;
  addresses: (SeenAddress & { isCdn: boolean; hosts: Ref[] })[];
}

/** Websites at the same addresses, whose host nobody has entered yet. */
export interface HostProposal {
  key: string;
  ips: string[];
  /** What the addresses are called, which often names the provider. */
  reverse: string[];
  name: string;
  provider: string;
  websites: (Ref & { url: string; customer: string | null })[];
  /** A host that has one of the addresses already. */
  host: Ref | null;
}

export interface HostProposals {
  proposals: HostProposal[];
  /** Behind a delivery network nobody sees from outside where a website lies. */
  behindCdn: { label: string; websites: Ref[] }[];
  /** Nobody has answered yet, or the website cannot be reached from outside. */
  waitingCount: number;
}
