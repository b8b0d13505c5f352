import type { Registration } from "../../../contract/registrations/registrations.ts";
import { connectGuarded } from "../../outbound/guarded-connect.ts";
import { asOutboundProblem, OutboundProblem } from "../../outbound/outbound-problem.ts";
import { parseWhois, withoutPeople } from "./whois-text.ts";

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

/** The WHOIS servers of endings without RDAP whose answers the portal can read. */
const servers: Readonly<Record<string, string>> = {
  at: "whois.nic.at",
  eu: "whois.eu",
  it: "whois.nic.it",
  dk: "whois.punktum.dk",
  se: "whois.iis.se",
  nu: "whois.iis.nu",
  me: "whois.nic.me",
  io: "whois.nic.io",
  us: "whois.nic.us",
};

/** The WHOIS server for a name; undefined where nobody's answer can be read. */
export const whoisServerOf = (nameAce: string): string | undefined => servers[nameAce.split(".").at(-1) ?? ""];

/** Asks a WHOIS server (RFC 3912), `name` or `name:port`, about a domain. */
export async function askWhois(
  server: string,
  nameAce: string,
  allowedNetworks: readonly string[],
): Promise<{ registration: Registration; raw: string }> {
  const [host = "", port = "43"] = server.split(":");
  const text = await exchange(host, Number(port), { nameAce, allowedNetworks });
  const found = parseWhois(text, nameAce);
  if (!found) throw new OutboundProblem("Die Antwort der Registry ist nicht zu lesen.", { code: "protocol" });
  return { registration: { ...found, source: host }, raw: withoutPeople(text) };
}

interface Question {
  nameAce: string;
  allowedNetworks: readonly string[];
}

async function exchange(host: string, port: number, { nameAce, allowedNetworks }: Question): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { socket } = await connectGuarded({ host, port, allowedNetworks, signal });
  const abort = () => socket.destroy(new Error("timeout"));
  signal.addEventListener("abort", abort, { once: true });
  try {
    socket.end(`${host === "whois.denic.de" ? "-T dn,ace " : ""}${nameAce}\r\n`);
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of socket) {
      parts.push(part);
      length += part.length;
      if (length > maxBytes) break;
    }
    return decode(Buffer.concat(parts).subarray(0, maxBytes));
  } catch (error) {
    throw asOutboundProblem(error, signal, "answer");
  } finally {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}

/** Registries that are older than UTF-8 answer in Latin 1. */
function decode(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
}
