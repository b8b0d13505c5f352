import type { LookupState } from "../lookups/lookups.ts";
import type { TermSource } from "../terms/sources.ts";

/** What a registry says of a domain. */
export interface Registration {
  /** Only the authoritative server can say that a domain is free. */
  state: "registered" | "free";
  /** Who answered. */
  source: string;
  /** `YYYY-MM-DD`. */
  registeredOn: string | null;
  /** Null where the registry keeps it to itself, or says nothing. */
  expiresOn: string | null;
  changedOn: string | null;
  /** When another registrar took over; absent where the answer says nothing of it. */
  transferredOn?: string;
  /** Whether the registry says that it publishes DS records; absent where it says nothing. */
  isSigned?: boolean;
  registrar: string | null;
  /** An organisation that the registry names as holder; people are not kept. */
  holder: string | null;
  /** As the registry writes them, in lower case. */
  statuses: string[];
  nameservers: string[];
}

/** What there is to know of a domain that nobody has. */
export const unregistered: Omit<Registration, "source"> = {
  state: "free",
  registeredOn: null,
  expiresOn: null,
  changedOn: null,
  registrar: null,
  holder: null,
  statuses: [],
  nameservers: [],
};

export interface RegistrationView {
  /** Null for names that the internet does not know. */
  lookup: LookupState | null;
  /** Null until somebody has answered. */
  registration: Registration | null;
  /** Why there is no date of expiry to expect, or nobody to ask. */
  note: string | null;
  /** The day on which the domain renews, as the portal takes it, and by whom it is known. */
  renewal: { on: string; source: TermSource } | null;
  /** The day of the registry that could take its place, where somebody entered another one. */
  otherDay: string | null;
  /** How long its registry waits for a holder to confirm, and how long a domain is in quarantine afterwards. */
  holderCheck: { confirmDays: number; quarantineDays: number };
}

/** One answer as it came, without people. */
export interface RawAnswer {
  firstSeenAt: Date;
  lastSeenAt: Date;
  source: string;
  body: string;
}

export interface Ending {
  /** Where the bootstrap of IANA names no server. */
  rdap?: string;
  /** The registry tells nobody when a registration ends. */
  hidesExpiry?: true;
}

/** What is special about endings; all others are as the bootstrap of IANA has them. */
const endings: Readonly<Record<string, Ending>> = {
  de: { rdap: "https://rdap.denic.de/", hidesExpiry: true },
  ch: { rdap: "https://rdap.nic.ch/", hidesExpiry: true },
  li: { rdap: "https://rdap.nic.ch/", hidesExpiry: true },
  at: { hidesExpiry: true },
  eu: { hidesExpiry: true },
  ею: { hidesExpiry: true },
  ευ: { hidesExpiry: true },
  "xn--e1a4c": { hidesExpiry: true },
  "xn--qxa6a": { hidesExpiry: true },
  nl: { hidesExpiry: true },
  be: { hidesExpiry: true },
};

/** The endings of which the portal knows something special, as people write them. */
export const specialEndings: readonly string[] = Object.keys(endings).filter((ending) => !ending.startsWith("xn--"));

/** What is special about the ending of a name, by its last label; in whatever form. */
export const endingOf = (name: string): Ending => endings[name.split(".").at(-1) ?? ""] ?? {};

const statusLabels: Readonly<Record<string, string>> = {
  active: "Aktiv",
  ok: "Aktiv",
  "client transfer prohibited": "Transfersperre (Registrar)",
  "server transfer prohibited": "Transfersperre (Registry)",
  "client delete prohibited": "Löschsperre (Registrar)",
  "server delete prohibited": "Löschsperre (Registry)",
  "client update prohibited": "Änderungssperre (Registrar)",
  "server update prohibited": "Änderungssperre (Registry)",
  "client hold": "Vom Registrar abgeschaltet",
  "server hold": "Von der Registry abgeschaltet",
  "redemption period": "Karenzzeit (RGP)",
  "pending delete": "Wird gelöscht",
  "pending transfer": "Transfer läuft",
  "auto renew period": "Gerade verlängert",
  inactive: "Nicht delegiert",
  connect: "Delegiert",
  failed: "Nameserver fehlerhaft",
  invalid: "Name nicht zulässig",
};

/** What stands for the statuses of a name that nobody has registered. */
export const freeLabel = "Nicht registriert";

/** EPP and RDAP codes in German; what nobody knows stays as it is. */
export const statusLabel = (status: string): string => statusLabels[status] ?? status;

/** Whether a transfer is forbidden. */
export const isLocked = ({ statuses }: Pick<Registration, "statuses">): boolean =>
  statuses.some((status) => status.endsWith("transfer prohibited"));
