import type { Registration } from "../../../contract/registrations/registrations.ts";
import { unregistered } from "../../../contract/registrations/registrations.ts";
import { readDay as realDay } from "../registrars/read-values.ts";

type Found = Omit<Registration, "source">;

const maxLines = 2000;
const maxLineLength = 500;

interface Line {
  key: string;
  value: string;
  text: string;
}

/** Which words registries use for what the portal wants to know. */
const keys = {
  domain: ["domain name", "domain"],
  registrar: ["registrar", "registrar.name", "registrar.organization"],
  registeredOn: [
    "creation date",
    "created",
    "registered",
    "first registration date",
    "relevant dates.registered on",
    "registered on",
  ],
  expiresOn: [
    "registry expiry date",
    "expiry date",
    "expire date",
    "expires",
    "renewal date",
    "relevant dates.expiry date",
  ],
  changedOn: [
    "updated date",
    "changed",
    "last update",
    "modified",
    "last modified",
    "last-update",
    "relevant dates.last updated",
  ],
  status: ["domain status", "status", "registration status"],
  nameserver: ["name server", "nserver", "name servers", "nameservers", "domain nameservers", "hostname"],
} as const;

/** What says nothing of people and stays in an answer that is kept. */
const harmless: ReadonlySet<string> = new Set([
  ...Object.values(keys).flat(),
  "state",
  "dnssec",
  "signed",
  "registry-lock",
  "source",
  "hold",
  "ds",
  "dnskey",
  "keytag",
  "transferred",
  "registration period",
  "option created",
  "option expiration date",
  "registrar iana id",
  "script",
  "dns",
]);

/** How registries say that nobody has registered a name, as far as an answer of theirs was recorded. */
const free: Readonly<Record<string, (text: string, name: string) => boolean>> = {
  de: (text, name) => hasLine(text, `domain: ${name}`) && hasLine(text, "status: free"),
  eu: (text, name) => hasLine(text, `domain: ${name}`) && hasLine(text, "status: available"),
  at: (text) => hasLine(text, "% nothing found"),
  ch: (text) => hasLine(text, "the domain name is not registered."),
  li: (text) => hasLine(text, "the domain name is not registered."),
  nl: (text, name) => hasLine(text, `${name} is free`),
};

const hasLine = (text: string, wanted: string) =>
  text.split("\n", maxLines).some((line) => line.trim().toLowerCase() === wanted);

/**
 * Reads an answer of WHOIS (RFC 3912), whose shape every registry has decided by itself; undefined for what says nothing
 * of this domain. Takes each line once and no pattern that could come back to what it has read.
 */
export function parseWhois(text: string, nameAce: string): Found | undefined {
  if (free[nameAce.split(".").at(-1) ?? ""]?.(text, nameAce)) return unregistered;
  const lines = readLines(text);
  const all = (wanted: readonly string[]) =>
    lines.filter(({ key, value }) => value !== "" && wanted.includes(key)).map(({ value }) => value);
  if (!all(keys.domain).some((name) => name.toLowerCase().replace(/\.$/, "") === nameAce)) return undefined;
  const nameservers = all(keys.nameserver).flatMap((value) => {
    const name = (value.split(/[ \t]/, 1)[0] ?? "").toLowerCase().replace(/\.$/, "");
    return name.includes(".") ? [name] : [];
  });
  const dayOf = (wanted: readonly string[]) =>
    all(wanted)
      .map(readDay)
      .find((day) => day !== null) ?? null;
  return {
    state: "registered",
    registeredOn: dayOf(keys.registeredOn),
    expiresOn: dayOf(keys.expiresOn),
    changedOn: dayOf(keys.changedOn),
    registrar: registrarIn(all(keys.registrar)[0]),
    holder: null,
    statuses: [...new Set(all(keys.status).map(readStatus))].filter((status) => status !== "").toSorted(),
    nameservers: [...new Set(nameservers)].toSorted(),
  };
}

/**
 * The lines of an answer as keys and values. A line that only names something heads a block: what is indented below it,
 * or follows it up to the next empty line, belongs to it.
 */
function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let head = "";
  let headIndent = 0;
  let isHeading = false;
  const add = (key: string, value: string, line: string) => lines.push({ key, value, text: line });
  for (const whole of text.split("\n", maxLines)) {
    const line = whole.slice(0, maxLineLength).trimEnd();
    const bare = line.trimStart();
    const indent = line.length - bare.length;
    if (bare === "") {
      head = "";
      add("", "", "");
    } else if (/^[%#*>]/.test(bare)) add("%", "", line);
    else {
      const isWithin = head !== "" && (indent > headIndent || isHeading);
      const split = splitLine(bare, !isWithin);
      if (split && head !== "" && indent > headIndent) add(`${head}.${split.key}`, split.value, line);
      else if (split) {
        [head, headIndent, isHeading] = [split.key, indent, false];
        add(head, split.value, line);
      } else if (head !== "") add(head, bare, line);
      else {
        [head, headIndent, isHeading] = [bare.toLowerCase(), indent, true];
        add(head, "", line);
      }
    }
  }
  return lines;
}

/** `key: value`, or a key and a value with a tab between them. */
function splitLine(line: string, byTab: boolean): { key: string; value: string } | undefined {
  const tab = byTab ? line.indexOf("\t") : -1;
  const colon = line.indexOf(":");
  const at = tab > 0 && (colon < 0 || tab < colon) ? tab : colon;
  if (at <= 0 || at > 40 || line.startsWith("://", at)) return undefined;
  return { key: line.slice(0, at).trim().toLowerCase(), value: line.slice(at + 1).trim() };
}

/** „ANEXIA GmbH ( https://nic.at/registrar/683 )“, „Muster [Tag = MUSTER]“. */
function registrarIn(value: string | undefined): string | null {
  const cut = [" ( http", " [Tag"].map((mark) => value?.indexOf(mark) ?? -1).filter((at) => at > 0);
  return value?.slice(0, Math.min(200, ...cut)).trim() || null;
}

/** `clientTransferProhibited https://icann.org/epp#…` as RDAP writes it. */
function readStatus(value: string): string {
  const word = value.split(/ https?:/, 1)[0] ?? "";
  return word
    .slice(0, 80)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function readDay(value: string): string | null {
  const numbers = /^(\d{4})[-.]?(\d{2})[-.]?(\d{2})(?!\d)/.exec(value);
  if (numbers) return realDay(`${numbers[1]}-${numbers[2]}-${numbers[3]}`);
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]{0,6}[- ](\d{4})/.exec(value);
  const month = monthNames.indexOf((named?.[2] ?? "").toLowerCase()) + 1;
  return named && realDay(`${named[3]}-${String(month).padStart(2, "0")}-${named[1]?.padStart(2, "0")}`);
}

/** An answer without whatever could be about people: only what is known to be harmless stays. */
export function withoutPeople(text: string): string {
  let hasRegistrar = false;
  return readLines(text)
    .map(({ key, value, text: line }) => {
      if (key === "%") return line.includes("@") ? "% [entfernt]" : line.slice(0, 200);
      // Below the name of a registrar stand its address and its people.
      const isMore = hasRegistrar && key === "registrar";
      if (key === "registrar" && value !== "") hasRegistrar = true;
      const isSafe = value === "" || (harmless.has(key) && !isMore && !line.includes("@"));
      return isSafe ? line : `${key.split(".").at(-1)}: [entfernt]`;
    })
    .join("\n");
}
