import { sql } from "kysely";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type {
  DomainAtRegistrar,
  RegistrarAnswer,
  RegistrarConnection,
  RegistrarDomainRow,
  RegistrarDomains,
} from "../../../contract/registrar-connections/registrar-connections.ts";
import type { RegistrarServiceName } from "../../../contract/registrar-connections/services.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { openSecrets } from "./secrets.ts";

interface Row {
  id: string;
  accountId: string;
  account: string;
  service: RegistrarServiceName;
  valuesJson: string;
  sealedSecrets: string;
  enabled: 0 | 1;
  claimedUntil: string | null;
  triedAt: string | null;
  succeededAt: string | null;
  error: string | null;
  domainCount: number;
  unknownCount: number;
  missingCount: number;
  problemCount: number;
  version: number;
}

/** The connections to registrars by account, with what came of them. */
export async function listConnections(ctx: PersonContext): Promise<RegistrarConnection[]> {
  const { rows } = await sql<Row>`
    select c.id, a.id as account_id, a.title as account, c.service, c.values_json, c.sealed_secrets, c.enabled,
      c.claimed_until, c.tried_at, c.succeeded_at, c.error, c.version,
      (select count(*) from registrar_domains as r where r.registrar_connection_id = c.id and r.is_zone = 0) as domain_count,
      (select count(*) from registrar_domains as r where r.registrar_connection_id = c.id and r.is_zone = 0
        and not exists (select 1 from domains as d where d.name_ace = r.name_ace)) as unknown_count,
      (select count(*) from registrar_domains as r where r.registrar_connection_id = c.id and r.problem is not null)
        as problem_count,
      (select count(*) from (${missingOf(sql.ref("c.id"))}) as missing) as missing_count
    from registrar_connections as c inner join registrar_accounts as a on a.id = c.registrar_account_id
    order by a.sort_title, c.id`.execute(ctx.db);
  return rows.map((row) => toConnection(ctx, row));
}

/** SQL of the domains that the portal has in the account of a connection and its registrar has not named. */
const missingOf = (connectionId: ReturnType<typeof sql.ref>) => sql<{ id: string; title: string }>`
  select d.id, d.title from domains as d
    inner join registrar_connections as own on own.registrar_account_id = d.registrar_account_id
  where own.id = ${connectionId} and own.succeeded_at is not null and d.archived_at is null
    and own.service <> 'hetznerDns'
    and not exists (select 1 from registrar_domains as r
      where r.registrar_connection_id = own.id and r.name_ace = d.name_ace and r.is_zone = 0)
  order by d.sort_title limit 500`;

function toConnection({ vault, now }: PersonContext, row: Row): RegistrarConnection {
  const { accountId, account, valuesJson, sealedSecrets, enabled, claimedUntil, triedAt, succeededAt, ...rest } = row;
  return {
    ...rest,
    account: { id: accountId, label: account },
    isEnabled: enabled === 1,
    values: parseOwnJson<Record<string, string>>(valuesJson),
    secrets: secretNames(vault, sealedSecrets),
    isRunning: claimedUntil !== null && claimedUntil > now().toISOString(),
    triedAt: toDate(triedAt),
    succeededAt: toDate(succeededAt),
  };
}

function secretNames(vault: PersonContext["vault"], sealed: string): string[] {
  try {
    return Object.keys(openSecrets(vault, sealed));
  } catch {
    return [];
  }
}

interface DomainRow {
  nameAce: string;
  isZone: 0 | 1;
  answerJson: string | null;
  problem: string | null;
  domainId: string | null;
  title: string | null;
  isElsewhere: 0 | 1;
}

/** What a registrar has named, with how each stands to the portal. Throws not_found. */
export async function listRegistrarDomains(ctx: PersonContext, { id }: { id: string }): Promise<RegistrarDomains> {
  const connection = (await listConnections(ctx)).find((each) => each.id === id);
  if (!connection) throw notFound();
  const { rows } = await sql<DomainRow>`
    select r.name_ace, r.is_zone, r.answer_json, r.problem, d.id as domain_id, d.title,
      d.registrar_account_id is not null and d.registrar_account_id <> ${connection.account.id} as is_elsewhere
    from registrar_domains as r left join domains as d on d.name_ace = r.name_ace
    where r.registrar_connection_id = ${id} order by r.is_zone, r.name_ace limit 5000`.execute(ctx.db);
  const missing = await sql<{ id: string; title: string }>`${missingOf(sql.lit(id) as never)}`.execute(ctx.db);
  return {
    connection,
    domains: rows.map((row) => toRow(ctx, row)),
    missing: missing.rows.map(({ id: domainId, title }) => ({ id: domainId, label: title })),
  };
}

function toRow(ctx: PersonContext, row: DomainRow): RegistrarDomainRow {
  const { nameAce, isZone, answerJson, problem, domainId, title, isElsewhere } = row;
  const known = isElsewhere ? "elsewhere" : "known";
  return {
    nameAce,
    name: toUnicodeDomain(nameAce),
    problem,
    state: isZone ? "zone" : domainId ? known : "unknown",
    domain: domainId && title ? { id: domainId, label: title } : null,
    answer: isZone ? null : toAnswer(ctx, answerJson),
  };
}

function toAnswer({ person }: Pick<PersonContext, "person">, json: string | null): RegistrarAnswer | null {
  if (json === null) return null;
  const { nameAce: _, ...answer } = parseOwnJson<RegistrarAnswer & { nameAce: string }>(json);
  return hasAbility(person.role, "seePrices") ? answer : { ...answer, price: null };
}

/** What registrars say of one domain of the portal. Throws not_found. */
export async function readDomainAtRegistrar(ctx: PersonContext, { id }: { id: string }): Promise<DomainAtRegistrar[]> {
  if (!(await isReadable(ctx.db, { type: "domain", id }, ctx.person))) throw notFound();
  const rows = await ctx.db
    .selectFrom("registrarDomains as r")
    .innerJoin("domains as d", "d.nameAce", "r.nameAce")
    .innerJoin("registrarConnections as c", "c.id", "r.registrarConnectionId")
    .innerJoin("registrarAccounts as a", "a.id", "c.registrarAccountId")
    .select(["c.service", "a.id as accountId", "a.title as account", "r.answerJson", "r.seenAt", "r.problem"])
    .where("d.id", "=", id)
    .where("r.isZone", "=", 0)
    .orderBy("a.sortTitle")
    .execute();
  return rows.flatMap(({ service, accountId, account, answerJson, seenAt, problem }) => {
    const answer = toAnswer(ctx, answerJson);
    return answer
      ? [{ service, account: { id: accountId, label: account }, answer, seenAt: new Date(seenAt), problem }]
      : [];
  });
}
