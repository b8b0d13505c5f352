import { lockedMessage } from "../../contract/auth/auth.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { networkOf, siteOf } from "../client-network.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { type TransactContext, transact } from "../db/transact.ts";
import { Problem } from "../problem.ts";
import { sign } from "./tokens.ts";

export const lockWindowMs = 15 * minuteMs;

/**
 * How many failures a quarter of an hour has room for. `account` and `reset` count what comes from one network, so that
 * strangers elsewhere cannot lock a person out; `site` are all networks of one customer of a provider, who has 65,536 of
 * them with IPv6 and would else exhaust alone what `everywhere` has room for: guesses from many places at once. `device`
 * is a browser that the person has used before, and is held back by nothing but its own failures. Passkeys and links are
 * not counted by account, so that there is a way in whatever strangers do.
 */
const failuresPer = {
  account: 5,
  accountSite: 10,
  accountEverywhere: 50,
  device: 10,
  password: 5,
  code: 5,
  reset: 3,
  resetSite: 4,
  resetEverywhere: 10,
  ip: 20,
  passkey: 20,
} as const;

export type Counted = { kind: keyof typeof failuresPer; value: string };

/** Whose failures a success does not forget: there may be somebody else's among them. */
const shared: readonly Counted["kind"][] = [
  "ip",
  "passkey",
  "accountSite",
  "accountEverywhere",
  "resetSite",
  "resetEverywhere",
];

export interface Attempt {
  /** Takes this attempt back and forgets the failures of its account from there, not those that others may share. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt as failed before it is checked, so that attempts at the same time cannot exceed the limit; or
 * says how long to wait. Stored are keyed hashes, not addresses.
 */
export async function beginAttempt(
  context: TransactContext & { signingKey: string },
  counted: Counted[],
): Promise<Attempt | { retryAfterMs: number }> {
  const now = context.now().getTime();
  const since = new Date(now - lockWindowMs).toISOString();
  const limits = counted.map(({ kind, value }) => ({
    kind,
    id: newId(),
    subject: subjectOf({ kind, value }, context.signingKey),
  }));

  const retryAfterMs = await transact(context, async ({ db }) => {
    const waits = [0];
    for (const { kind, subject } of limits) {
      const earliest = await db
        .selectFrom("signInFailures")
        .select("failedAt")
        .where("subject", "=", subject)
        .where("failedAt", ">", since)
        .where("failedAt", "<=", new Date(now).toISOString())
        .orderBy("failedAt", "desc")
        .offset(failuresPer[kind] - 1)
        .limit(1)
        .executeTakeFirst();
      if (earliest) waits.push(new Date(earliest.failedAt).getTime() + lockWindowMs - now);
    }
    const wait = Math.max(...waits);
    if (wait > 0) return wait;
    const failedAt = new Date(now).toISOString();
    const rows = limits.map(({ id, subject }) => ({ id, subject, failedAt }));
    await db.insertInto("signInFailures").values(rows).execute();
    return 0;
  });
  if (retryAfterMs > 0) return { retryAfterMs };

  return {
    async succeed() {
      const own = limits.map(({ id }) => id);
      const accounts = limits.filter(({ kind }) => !shared.includes(kind)).map(({ subject }) => subject);
      await context.db
        .deleteFrom("signInFailures")
        .where((eb) => eb.or([eb("id", "in", own), eb("subject", "in", accounts)]))
        .execute();
    },
  };
}

/** Forgets failures of somebody who has a new proof of who they are. */
export async function forgetFailures(db: Db, counted: readonly Counted[], signingKey: string): Promise<void> {
  const subjects = counted.map((one) => subjectOf(one, signingKey));
  await db.deleteFrom("signInFailures").where("subject", "in", subjects).execute();
}

/** Forgets what networks have failed at, where nobody knows from which one somebody comes. */
export async function forgetFailuresOfNetworks(db: Db): Promise<void> {
  await db.deleteFrom("signInFailures").where("subject", "like", "ip:%").execute();
}

/** The refusal of an attempt that has to wait. */
export const tooManyAttempts = (retryAfterMs: number): Problem =>
  new Problem("too_many", {
    message: lockedMessage(retryAfterMs),
    retryAfterSeconds: Math.ceil(retryAfterMs / 1000),
  });

const subjectOf = ({ kind, value }: Counted, signingKey: string) =>
  `${kind}:${sign(`attempt:${kind}:${value}`, signingKey)}`;

/** Removes failures that count for nothing any more. */
export async function removeOldFailures(context: Pick<TransactContext, "db" | "now">): Promise<number> {
  const now = context.now();
  const since = new Date(now.getTime() - lockWindowMs).toISOString();
  const { numDeletedRows } = await context.db
    .deleteFrom("signInFailures")
    .where((eb) => eb.or([eb("failedAt", "<=", since), eb("failedAt", ">", now.toISOString())]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Where a guess at an account counts: on a browser that knows it alone, else by account and network. Guesses at a former
 * password do not count once there is a new one, so each epoch of the account has its own.
 */
export function countsFor(
  email: string,
  { ip, device, accessEpoch = 0 }: { ip: string | undefined; device: string | undefined; accessEpoch?: number },
): Counted[] {
  const account = accessEpoch === 0 ? email : `${email} ${accessEpoch}`;
  if (device) return [{ kind: "device", value: `${device} ${account}` }];
  const network = networkOf(ip);
  return [
    { kind: "account", value: `${account} ${network}` },
    ...countsForSite("accountSite", account, ip),
    { kind: "accountEverywhere", value: account },
    { kind: "ip", value: network },
  ];
}

/** Counts all networks of a customer together, who has a single one with IPv4, which is counted already. */
export function countsForSite(kind: "accountSite" | "resetSite", account: string, ip: string | undefined): Counted[] {
  return siteOf(ip) === networkOf(ip) ? [] : [{ kind, value: `${account} ${siteOf(ip)}` }];
}
