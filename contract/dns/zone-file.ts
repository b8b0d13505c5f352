import type { DnsSnapshot } from "./dns.ts";

/** The name of a record within its zone: „@“ is the domain itself. */
export const ownerIn = (domain: string, name: string) =>
  name === domain ? "@" : name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : `${name}.`;

/**
 * The records of a domain as a zone file (RFC 1035), as far as they are known, which it says itself. Whatever a name server
 * has said, each record stays on a line of its own.
 */
export function zoneFile(domain: string, { records, unanswered }: Pick<DnsSnapshot, "records" | "unanswered">): string {
  const lines = records.map(({ name, type, ttl, value }) => {
    return [ownerIn(domain, escapeName(name)), ttl, "IN", type, dataIn(type, value)].join("\t");
  });
  const silent = unanswered.map(
    (question) => `; Ohne Antwort, Stand von früher: ${escapeOthers(question, isPrintable)}`,
  );
  return [
    "; Von außen gelesen: die üblichen Namen. Andere Einträge der Zone fehlen hier.",
    ...silent,
    `$ORIGIN ${domain}.`,
    ...lines,
    "",
  ].join("\n");
}

/** Names within values are absolute, and say so. */
function dataIn(type: string, value: string): string {
  const parts = value.split(" ");
  switch (type) {
    case "NS":
    case "CNAME":
      return absolute(value);
    case "MX":
      return `${parts[0]} ${absolute(parts.slice(1).join(" "))}`;
    case "SOA":
      return [absolute(parts[0] ?? ""), absolute(parts.slice(1, -5).join(" ")), ...parts.slice(-5)].join(" ");
    case "CAA": {
      const [, flags = "0", tag = "", inner = ""] = /^(\d+) ([\s\S]*?) "([\s\S]*?)"?$/.exec(value) ?? [];
      return `${flags} ${plainTag(tag)} "${escapeOthers(inner, isPlainInString)}"`;
    }
    case "TXT":
      return quotedText(value);
    default:
      return escapeOthers(value, isPrintable);
  }
}

const absolute = (name: string) => `${escapeName(name)}.`;

/** A name from the wire, in which a backslash is a byte like others, as a zone file has it. */
export const presentName = (name: string) => escapeName(name.replaceAll("\\", "\\\\"));

/**
 * A name in which only letters that mean nothing to a zone file stand as they are (RFC 1035, 5.1). What is escaped already
 * stays so. Where a dot was part of a label, its bytes have been read as two labels before, of which one may be empty; where a label
 * ended with a backslash, two have been read as one.
 */
export function escapeName(name: string): string {
  const escaped = escapeOthers(name.replaceAll("\ufffd", "?"), isPlainInName);
  return escaped
    .split(".")
    .flatMap((label) => (bytesOf(label) > maxLabelBytes ? label.split("\\046") : [label]))
    .filter((label) => label !== "")
    .join(".");
}

const maxLabelBytes = 63;
const bytesOf = (label: string) => label.replace(/\\\d{3}/g, "x").length;

/** Tags of CAA have letters and digits only (RFC 8659, 4.1); a zero makes of others none that means anything. */
export const plainTag = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]/g, "0") || "0";

type IsPlain = (letter: string, isEscaped: boolean) => boolean;

const isPrintable = (letter: string) => letter >= " " && letter <= "~";
const isPlainInString: IsPlain = (letter) => isPrintable(letter) && letter !== '"' && letter !== "\\";
const isPlainInName: IsPlain = (letter, isEscaped) =>
  letter === "." ? !isEscaped : isPrintable(letter) && !' "$();@\\'.includes(letter);

/** A text with its escapes, in which all that is not plain is escaped by its bytes as well. */
function escapeOthers(text: string, isPlain: IsPlain): string {
  return text.replace(/\\(?:([01]\d\d|2[0-4]\d|25[0-5])|([ -~]))|[\s\S]/gu, (piece, code?: string, letter?: string) => {
    if (code !== undefined) return piece;
    const meant = letter ?? piece;
    if (isPlain(meant, letter !== undefined)) return meant;
    return Array.from(new TextEncoder().encode(meant), decimalEscape).join("");
  });
}

/** One string takes 255 bytes. */
const maxStringBytes = 255;

/** A text as strings of a zone file: what is no printable letter of ASCII stands there as its bytes. */
function quotedText(value: string): string {
  const bytes = new TextEncoder().encode(value);
  const parts: string[] = [];
  for (let start = 0; start < Math.max(bytes.length, 1); start += maxStringBytes)
    parts.push(`"${Array.from(bytes.subarray(start, start + maxStringBytes), escapedByte).join("")}"`);
  return parts.join(" ");
}

/** A text as the inside of one string of a zone file. */
export const escapeString = (text: string) => Array.from(new TextEncoder().encode(text), escapedByte).join("");

function escapedByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  if (!isPrintable(letter)) return decimalEscape(byte);
  return letter === '"' || letter === "\\" ? `\\${letter}` : letter;
}

const decimalEscape = (byte: number) => `\\${String(byte).padStart(3, "0")}`;
