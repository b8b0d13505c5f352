import { sql } from "kysely";
import { eachObject, eachString } from "../../db/dialect/json.ts";

/** SQL of the addresses of all hosts in use: those that people entered, and those that the DNS has for their names. */
export const hostAddresses = sql`
  select h.id as host_id, a.value as ip from hosts as h, ${eachString(sql`h.ips`)} as a
    where h.archived_at is null and h.lifecycle <> 'shutDown'
  union
  select h.id, a.value ->> 'ip' from hosts as h
    inner join lookups as l on l.kind = 'hostAddresses' and l.target_id = h.id and l.answer_json is not null,
    ${eachObject(sql`l.answer_json`, "addresses")} as a
    where h.archived_at is null and h.lifecycle <> 'shutDown'`;
