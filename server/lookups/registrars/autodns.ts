import { askJson, baseOf, maxPages } from "./ask-json.ts";
import type { Connector, RegistrarDomain } from "./connector.ts";
import { listOf, objectOf, readDay, readName, readNames, textOf } from "./read-values.ts";

const pageSize = 500;
const keys = ["created", "expire", "payable", "autoRenewStatus", "registryStatus", "nameServers"];

/** The JSON API of InterNetX: https://help.internetx.com/display/APIXMLEN/JSON+API. */
export const autodns: Connector = {
  async open({ user = "", password = "", context, server }, tools) {
    const base = `${baseOf(server, "https://api.autodns.com")}/v1`;
    const headers = {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
      "X-Domainrobot-Context": context || "4",
    };
    const ask = async (path: string, json?: unknown) =>
      (await askJson(tools, { url: base + path, headers, json })).body;
    const search = async (path: string) => {
      const rows: unknown[] = [];
      for (let page = 0; page < maxPages; page += 1) {
        const body = await ask(path, { filters: [], view: { limit: pageSize, offset: rows.length, children: true } });
        const found = listOf(body.data);
        rows.push(...found);
        if (found.length < pageSize) break;
      }
      return rows;
    };
    const asked = keys.map((key) => `keys%5B%5D=${key}`).join("&");
    const first = await search(`/domain/_search?${asked}`);
    return {
      listDomains: async () =>
        first.flatMap((row) => {
          const domain = toDomain(row);
          return domain ? [{ nameAce: domain.nameAce, domain }] : [];
        }),
      getDomain: () => Promise.reject(new Error("AutoDNS lists whole domains")),
      async listZones() {
        const rows = await search("/zone/_search?keys%5B%5D=nameServers");
        return rows.flatMap((row) => {
          const { origin, nameServers } = objectOf(row);
          const nameAce = readName(origin);
          return nameAce ? [{ nameAce, nameservers: readNames(nameServers) }] : [];
        });
      },
      prices: async () => new Map(),
      close: async () => undefined,
    };
  },
};

/** `payable` is the clock of the contract, also where the registry has no date of its own, as for .de. */
function toDomain(row: unknown): RegistrarDomain | undefined {
  const { name, created, expire, payable, autoRenewStatus, registryStatus, nameServers } = objectOf(row);
  const nameAce = readName(name);
  if (!nameAce) return undefined;
  return {
    nameAce,
    registeredOn: readDay(created),
    renewsOn: readDay(payable) ?? readDay(expire),
    price: null,
    autoRenew: typeof autoRenewStatus === "string" ? autoRenewStatus !== "FALSE" : null,
    isLocked: typeof registryStatus === "string" ? registryStatus.includes("LOCK") : null,
    nameservers: readNames(nameServers),
    status: textOf(registryStatus),
  };
}
