import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { endingOf } from "../../../contract/registrations/registrations.ts";

const bootstrap = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });

/** RDAP servers by ending. */
export type RdapServers = ReadonlyMap<string, string>;

let bundled: RdapServers | undefined;

/** The servers by ending, as the copy of IANA's bootstrap (RFC 9224) that comes with the portal has them. */
function readBundled(): RdapServers {
  bundled ??= parseBootstrap(readFileSync(path.join(import.meta.dirname, "bootstrap.json"), "utf8"));
  return bundled;
}

/** Reads a bootstrap file (RFC 9224); throws for anything else. Only https counts. */
export function parseBootstrap(text: string): RdapServers {
  const { services } = bootstrap.parse(JSON.parse(text));
  const all = services.flatMap(([endings, urls]) => {
    const url = urls.find((each) => each.startsWith("https:") && URL.canParse(each));
    return url ? endings.map((ending) => [ending.toLowerCase(), url] as const) : [];
  });
  return new Map(all);
}

/**
 * The address of the RDAP server for a name, ending with a slash: by the longest ending that is known, overrides first.
 * Undefined where nobody can be asked. Without a list that was fetched, the one that comes with the portal decides.
 */
export function rdapServerOf(nameAce: string, servers: RdapServers = readBundled()): string | undefined {
  const override = endingOf(nameAce).rdap;
  if (override) return override;
  const labels = nameAce.split(".");
  for (let start = 1; start < labels.length; start += 1) {
    const url = servers.get(labels.slice(start).join("."));
    if (url) return url.endsWith("/") ? url : `${url}/`;
  }
  return undefined;
}
