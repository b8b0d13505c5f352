import { type SqlBool, sql } from "kysely";
import type { SignInMethod } from "../../contract/auth/auth.ts";
import type { Role } from "../../contract/roles.ts";
import type { SignInSettings } from "../../contract/settings/sign-in.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";

type Rule = Pick<SignInSettings, "secondFactor" | "oidcCountsAsSecondFactor">;

const everyone: readonly Role[] = ["admin", "maintainer", "member", "readonly"];
const concerned: Record<SignInSettings["secondFactor"], readonly Role[]> = {
  nobody: [],
  maintainers: ["admin", "maintainer"],
  everyone,
};

/** Whether the portal's rule asks somebody of this role, who came in this way, for a second factor. */
export function asksForSecondFactor(rule: Partial<Rule>, role: Role, method: SignInMethod | null): boolean {
  if (rule.oidcCountsAsSecondFactor && method === "provider") return false;
  return concerned[rule.secondFactor ?? "nobody"].includes(role);
}

/** What the rule says, as a column of a query. */
export const ruleColumn = sql<string | null>`(select values_json from settings where section = 'signIn')`.as(
  "ruleJson",
);

const factors = prepare((db: Db, userId: string) =>
  db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where(
      sql<SqlBool>`(exists (select 1 from totp_factors where totp_factors.user_id = users.id and confirmed_at is not null)
        or exists (select 1 from passkeys where passkeys.user_id = users.id))`,
    ),
);

interface Entered {
  id: string;
  role: Role;
  /** How they came in; null where that is not known. */
  method: SignInMethod | null;
  ruleJson: string | null;
}

/**
 * Whether somebody must set up a second factor before anything else. Whether they have one is looked up only where the
 * rule asks for it: this is part of every request.
 */
export async function mustEnrol(db: Db, { id, role, method, ruleJson }: Entered): Promise<boolean> {
  if (ruleJson === null || !asksForSecondFactor(JSON.parse(ruleJson), role, method)) return false;
  return (await factors(db, id)).length === 0;
}
