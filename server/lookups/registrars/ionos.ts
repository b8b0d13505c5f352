import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { askJson, baseOf, maxPages } from "./ask-json.ts";
import type { Connector, ListedDomain, RegistrarDomain } from "./connector.ts";
import { listOf, objectOf, readDay, readFlag, readName, textOf } from "./read-values.ts";

const pageSize = 100;

/** https://developer.hosting.ionos.de/docs: the list names domains, each has its dates for itself. */
export const ionos: Connector = {
  async open({ key = "", tenantId, server }, tools) {
    const base = baseOf(server, "https://api.hosting.ionos.com");
    const headers = { "X-API-Key": key, ...(tenantId && { "X-Tenant-Id": tenantId }) };
    const ask = (path: string) => askJson(tools, { url: base + path, headers });
    const listed: ListedDomain[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const { body } = await ask(`/domains/v1/domainitems?limit=${pageSize}&offset=${page * pageSize}`);
      const rows = listOf(body.domains);
      for (const row of rows) {
        const { id, name } = objectOf(row);
        const nameAce = readName(name);
        if (nameAce && typeof id === "string") listed.push({ nameAce, key: id });
      }
      if (rows.length < pageSize) break;
    }
    return {
      listDomains: async () => listed,
      async getDomain(id) {
        const { body } = await ask(`/domains/v1/domainitems/${encodeURIComponent(id)}?includeDomainStatus=true`);
        return toDomain(body);
      },
      async listZones() {
        const { list } = await ask("/dns/v1/zones");
        return list.flatMap((row) => {
          const nameAce = readName(objectOf(row).name);
          return nameAce ? [{ nameAce, nameservers: null }] : [];
        });
      },
      prices: async () => new Map(),
      close: async () => undefined,
    };
  },
};

function toDomain(body: Record<string, unknown>): RegistrarDomain {
  const { name, expirationDate, autoRenew, domainLock, transferLock, status } = body;
  const nameAce = readName(name);
  if (!nameAce) throw new OutboundProblem("Die Antwort nennt keine Domain.", { code: "protocol" });
  const { type, setToRenewOn, setToExpireOn } = objectOf(objectOf(status).provisioningStatus);
  const endsOn = readDay(setToExpireOn);
  return {
    nameAce,
    registeredOn: null,
    price: null,
    nameservers: null,
    renewsOn: readDay(setToRenewOn) ?? endsOn ?? readDay(expirationDate),
    autoRenew: endsOn && !readDay(setToRenewOn) ? false : readFlag(autoRenew),
    isLocked: readFlag(transferLock) ?? readFlag(domainLock),
    status: textOf(type),
  };
}
