import type { LookupKind } from "../../../../contract/lookups/lookups.ts";
import { askReservedNames } from "../../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../../server/features/lookups/derive.ts";
import type { LookupTools } from "../../../../server/features/lookups/kinds.ts";
import { runDueLookups } from "../../../../server/features/lookups/run.ts";
import type { Api } from "../../../../server/features/router.ts";
import { openDns } from "../../../../server/lookups/dns/resolver.ts";
import { type Office, openOffice } from "../../office.ts";
import { openTestInternet, type TestInternet } from "./test-internet.ts";

/** An office whose lookups ask the name servers of the test, which may answer from loopback. */
export interface LookupDesk {
  office: Office;
  internet: TestInternet;
  admin: Api;
  /** Asks all that is due of some kinds, after a time. */
  look(kinds: LookupKind[], hours?: number): Promise<number>;
  close(): Promise<void>;
}

export async function openLookupDesk(more: Partial<LookupTools> = {}): Promise<LookupDesk> {
  askReservedNames(true);
  const office = await openOffice();
  const internet = await openTestInternet(office.services.now);
  const admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const tools: LookupTools = {
    openDns: (allowed) => openDns({ ...internet.options, allowedNetworks: allowed }),
    rdapServerOf: () => undefined,
    ...more,
  };
  return {
    office,
    internet,
    admin,
    async look(kinds, hours = 0) {
      office.advance(hours * 3_600_000);
      await deriveLookups(office.services, kinds);
      return runDueLookups(office.services, tools, { kinds });
    },
    async close() {
      askReservedNames(false);
      await internet.close();
    },
  };
}
