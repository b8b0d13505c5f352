import { askJson, baseOf, maxPages } from "./ask-json.ts";
import type { Connector, RegistrarZone } from "./connector.ts";
import { listOf, objectOf, readName, readNames } from "./read-values.ts";

/** https://docs.hetzner.cloud/reference/cloud#zones: zones of the DNS, and no registrations. */
export const hetznerDns: Connector = {
  async open({ token = "", server }, tools) {
    const base = `${baseOf(server, "https://api.hetzner.cloud")}/v1`;
    const headers = { Authorization: `Bearer ${token}` };
    const zones: RegistrarZone[] = [];
    for (let page: unknown = 1, asked = 0; page && asked < maxPages; asked += 1) {
      const { body } = await askJson(tools, { url: `${base}/zones?per_page=50&page=${Number(page)}`, headers });
      for (const row of listOf(body.zones)) {
        const { name, authoritative_nameservers } = objectOf(row);
        const nameAce = readName(name);
        if (nameAce) zones.push({ nameAce, nameservers: readNames(objectOf(authoritative_nameservers).assigned) });
      }
      page = objectOf(objectOf(body.meta).pagination).next_page;
    }
    return {
      listDomains: async () => [],
      getDomain: () => Promise.reject(new Error("Hetzner DNS registers no domains")),
      listZones: async () => zones,
      prices: async () => new Map(),
      close: async () => undefined,
    };
  },
};
