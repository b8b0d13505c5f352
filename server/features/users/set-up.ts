import type { z } from "zod";
import { setupPath } from "../../../contract/auth/auth.ts";
import type * as contract from "../../../contract/users/users.ts";
import { createSession } from "../../auth/sessions.ts";
import { hashNewPassword } from "../../auth/strength/hash-new-password.ts";
import { actingAs, type Browser } from "../../auth/surroundings.ts";
import { isEqual, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { StartProblem } from "../../start-problem.ts";
import type { Services } from "../../trpc/context.ts";
import { loadPast } from "../audit-log/chain.ts";

/** The first account of an empty portal. */
export interface SetUp {
  isNeeded(): Promise<boolean>;
  /** The path that opens the set-up once; undefined when somebody has an account. */
  link(): string | undefined;
  /** Rejects unless the portal is still empty and the token is that of the link. */
  assertToken(token: string): Promise<void>;
  /** No account can be made any more, until `reopen`. */
  shut(): void;
  reopen(): void;
  createFirstAccount(input: FirstAccount, browser: Browser): Promise<{ token: string; userId: string }>;
}

type FirstAdmin = { id: string; name: string; email: string };
type FirstAccount = z.infer<typeof contract.createFirstAccount>;

interface Options {
  /** Creates the first admin at once, without the set-up page. */
  admin?: { name: string; email: string; password: string } | undefined;
  /** Fills a fresh portal; runs after the account is there, in transactions of its own. */
  createSampleData?: ((services: Services, admin: FirstAdmin) => Promise<void>) | undefined;
}

/** Looks whether the portal is empty, and if so waits for its first account with a token that lives in memory. */
export async function openSetUp(services: Services, { admin, createSampleData }: Options = {}): Promise<SetUp> {
  let token = (await services.db.selectFrom("users").select("id").executeTakeFirst()) ? undefined : newToken();
  if (token && admin) {
    const account = { ...admin, id: newId(), passwordHash: await hashAdminPassword(services, admin) };
    await transact(actingAs(services, account.id), (tx) => insertFirstAdmin(tx, services.now(), account));
    token = undefined;
  }

  let isShut = false;
  /** Somebody at the host may have made an account meanwhile, in a process of its own. */
  const findToken = async () => {
    if (token && (await services.db.selectFrom("users").select("id").executeTakeFirst())) token = undefined;
    return token;
  };
  const assertToken = async (given: string) => {
    const token = await findToken();
    if (token === undefined) throw setUpOver();
    if (!isEqual(given, token)) throw invalidField("token", "Einrichtungscode: Dieser Code ist falsch.");
  };
  const assertOpen = () => {
    if (isShut) throw new Problem("precondition", { message: "Gerade wird ein Backup zurückgespielt." });
  };

  return {
    assertToken,
    shut() {
      isShut = true;
    },
    reopen() {
      isShut = false;
    },
    isNeeded: async () => (await findToken()) !== undefined,
    link: () => token && `${setupPath}?token=${token}`,
    async createFirstAccount(input, browser) {
      await assertToken(input.token);
      assertOpen();
      const account = {
        ...input,
        id: newId(),
        passwordHash: await hashNewPassword(services.db, input.password, input),
      };
      const now = services.now();
      // Making the hash took its time.
      assertOpen();
      const session = await transact(actingAs(services, account.id), async (tx) => {
        await insertFirstAdmin(tx, now, account);
        return createSession(tx.db, { userId: account.id, userAgent: browser.userAgent, ip: browser.ip, now });
      });
      token = undefined;
      if (input.sampleData)
        await loadPast(services, async () =>
          createSampleData?.(services, { id: account.id, name: account.name, email: account.email }),
        ).catch((err: unknown) => services.log.error({ err }, "sample data not created"));
      return { token: session.token, userId: account.id };
    },
  };
}

/** What the environment names is held to the same rule, and said at the start. */
async function hashAdminPassword({ db }: Services, admin: NonNullable<Options["admin"]>): Promise<string> {
  try {
    return await hashNewPassword(db, admin.password, admin);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new StartProblem(`ADMIN_PASSWORD taugt nicht. ${error.message}`);
  }
}

async function insertFirstAdmin(
  tx: Tx,
  now: Date,
  { id, name, email, passwordHash }: { id: string; name: string; email: string; passwordHash: string },
): Promise<void> {
  if (await tx.db.selectFrom("users").select("id").executeTakeFirst()) throw setUpOver();
  const at = now.toISOString();
  const person = { name, email: email.trim().toLowerCase(), role: "admin" } as const;
  await tx.db
    .insertInto("users")
    .values({ id, ...person, passwordHash, createdAt: at, joinedAt: at })
    .execute();
  await tx.record({ kind: "user.created", subject: { type: "user", id }, after: person });
}

const setUpOver = () => new Problem("precondition", { message: "Die Einrichtung ist schon abgeschlossen." });
