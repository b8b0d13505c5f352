import { askJson, baseOf, maxPages } from "./ask-json.ts";
import type { Connector, ListedDomain, RegistrarZone } from "./connector.ts";
import { listOf, objectOf, readDay, readFlag, readName, readNames, textOf } from "./read-values.ts";

const pageSize = 50;

/** https://developers.cloudflare.com/api: registrations by account, and the zones beside them. */
export const cloudflare: Connector = {
  async open({ accountId = "", token = "", server }, tools) {
    const base = `${baseOf(server, "https://api.cloudflare.com")}/client/v4`;
    const headers = { Authorization: `Bearer ${token}` };
    const ask = async (path: string) => (await askJson(tools, { url: base + path, headers })).body;
    const registrations = await readRegistrations(ask, accountId);
    return {
      listDomains: async () => registrations.flatMap(toListed),
      getDomain: () => Promise.reject(new Error("Cloudflare lists whole domains")),
      listZones: () => readZones(ask, accountId),
      prices: async () => new Map(),
      close: async () => undefined,
    };
  },
};

type Ask = (path: string) => Promise<Record<string, unknown>>;

async function readRegistrations(ask: Ask, accountId: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor = "";
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ per_page: String(pageSize), ...(cursor && { cursor }) });
    const body = await ask(`/accounts/${encodeURIComponent(accountId)}/registrar/registrations?${query}`);
    rows.push(...listOf(body.result));
    cursor = textOf(objectOf(body.result_info).cursor) ?? "";
    if (!cursor) break;
  }
  return rows;
}

function toListed(row: unknown): ListedDomain[] {
  const { domain_name, created_at, expires_at, auto_renew, locked, status } = objectOf(row);
  const nameAce = readName(domain_name);
  if (!nameAce) return [];
  const domain = {
    nameAce,
    registeredOn: readDay(created_at),
    renewsOn: readDay(expires_at),
    price: null,
    autoRenew: readFlag(auto_renew),
    isLocked: readFlag(locked),
    nameservers: null,
    status: textOf(status),
  };
  return [{ nameAce, domain }];
}

async function readZones(ask: Ask, accountId: string): Promise<RegistrarZone[]> {
  const zones: RegistrarZone[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const query = new URLSearchParams({ "account.id": accountId, page: String(page), per_page: String(pageSize) });
    const body = await ask(`/zones?${query}`);
    for (const row of listOf(body.result)) {
      const { name, name_servers } = objectOf(row);
      const nameAce = readName(name);
      if (nameAce) zones.push({ nameAce, nameservers: readNames(name_servers) });
    }
    if (page >= Number(objectOf(body.result_info).total_pages ?? 1)) break;
  }
  return zones;
}
