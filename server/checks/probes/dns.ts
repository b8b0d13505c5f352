import type { Resolver } from "node:dns/promises";
import type { CheckConfig } from "../../../contract/checks/configs.ts";
import { orAborted } from "../../outbound/guarded-connect.ts";
import { dnsProblem, openDnsClient } from "../../outbound/resolver.ts";
import type { Probe } from "../probe.ts";
import { failedBy, judged, openStopwatch } from "./phases.ts";

type Type = CheckConfig<"dns">["type"];

const maxRecords = 200;

/** Asks for the records of a name and compares them with those that are expected. */
export const probeDns: Probe<"dns"> = async ({ config, timeoutMs }, { resolver, signal }) => {
  const watch = openStopwatch(timeoutMs, { signal });
  const { name, type, expected } = config;
  const client = openDnsClient({
    ...(resolver.servers && { servers: resolver.servers }),
    timeoutMs: Math.ceil(timeoutMs / 2),
  });
  try {
    const begun = performance.now();
    const records = await orAborted(readRecords(client, name, type), watch.signal);
    watch.keep("dns", performance.now() - begun);
    const missing = expected.find((wanted) => !records.some((record) => isSame(record, wanted, type)));
    const evidence = { name, type, records: records.map((record) => record.slice(0, 300)) };
    const phases = watch.phases();
    if (records.length === 0) return { ...judged("failed", "dnsAnswer", `kein Eintrag ${type}`), evidence, phases };
    if (missing === undefined) return { outcome: "ok", phases };
    return { ...judged("failed", "dnsAnswer", `${type} „${missing}“ fehlt`), evidence, phases };
  } catch (error) {
    return failedBy(error, watch);
  } finally {
    client.cancel();
  }
};

async function readRecords(client: Resolver, name: string, type: Type): Promise<string[]> {
  try {
    return (await ask(client, name, type)).slice(0, maxRecords).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENODATA") return [];
    throw dnsProblem(name, error);
  }
}

/** Records as they stand in a zone. */
async function ask(client: Resolver, name: string, type: Type): Promise<string[]> {
  switch (type) {
    case "A":
      return client.resolve4(name);
    case "AAAA":
      return client.resolve6(name);
    case "NS":
      return client.resolveNs(name);
    case "CNAME":
      return client.resolveCname(name);
    case "TXT":
      return (await client.resolveTxt(name)).map((parts) => parts.join(""));
    case "MX":
      return (await client.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case "SOA": {
      const { nsname, hostmaster, serial } = await client.resolveSoa(name);
      return [`${nsname} ${hostmaster} ${serial}`];
    }
    case "CAA":
      return (await client.resolveCaa(name)).map(({ critical, ...tags }) => {
        const [tag = "", value = ""] = Object.entries(tags).find(([key]) => key !== "type") ?? [];
        return `${critical} ${tag} ${value}`;
      });
  }
}

/** Names in any case and with or without their last dot; a part is enough of what is long. */
function isSame(record: string, wanted: string, type: Type): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/\.(?=\s|$)/g, "");
  if (type === "TXT" || type === "SOA" || type === "CAA") return plain(record).includes(plain(wanted));
  if (type === "MX") return plain(record) === plain(wanted) || plain(record).split(" ")[1] === plain(wanted);
  return plain(record) === plain(wanted);
}
