import { websites as declaration } from "../../../contract/websites.ts";
import type { Tx } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import { linkOwnDomain } from "./own-domain.ts";

export const websites: RecordStore = {
  declaration,
  table: "websites",
  unique: [["url"]],
  links: {
    domains: { table: "websiteDomains", own: "websiteId", other: "domainId" },
    hosts: { table: "websiteHosts", own: "websiteId", other: "hostId" },
  },
  async complete(tx: Tx, ctx: RecordContext, values: Values, before): Promise<Values> {
    return values.url === before?.values.url ? values : linkOwnDomain(tx, ctx, values);
  },
  async afterCreate(tx, _ctx, { id, title }) {
    tx.signal({ event: "newWebsite", payload: { website: { id, name: title } } });
  },
};
