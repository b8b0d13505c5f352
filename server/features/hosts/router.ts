import { sql } from "kysely";
import type { SharedAddress } from "../../../contract/hosts/shared-addresses.ts";
import * as contract from "../../../contract/hosts/shared-addresses.ts";
import { readIpAddress } from "../../../contract/values/ip-address.ts";
import { eachString } from "../../db/dialect/json.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { recordProcedures } from "../../records/router.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { hosts } from "./store.ts";

export const hostRouter = router({
  ...recordProcedures(hosts),
  sharedAddresses: procedure
    .input(contract.listSharedAddresses)
    .query(({ ctx, input }) => listSharedAddresses(ctx, input)),
});

interface Question {
  ips: string[];
  exceptId?: string | undefined;
}

/** Which of some addresses other hosts in use have, too; what is no address yet belongs to nobody. */
async function listSharedAddresses({ db }: PersonContext, { ips, exceptId }: Question): Promise<SharedAddress[]> {
  const addresses = ips.flatMap((ip) => {
    const reading = readIpAddress(ip);
    return "value" in reading ? [reading.value] : [];
  });
  if (addresses.length === 0) return [];
  const { rows } = await sql<{ ip: string; id: string; title: string }>`
    select address.value as ip, record.id, record.title
    from hosts as record, ${eachString(sql`record.ips`)} as address
    where record.archived_at is null and record.lifecycle <> 'shutDown' and record.id <> ${exceptId ?? ""}
      and address.value in ${idsIn(JSON.stringify(addresses))}
    order by record.sort_title, record.id limit 10`.execute(db);
  return rows.map(({ ip, id, title }) => ({ ip, host: { id, label: title } }));
}
