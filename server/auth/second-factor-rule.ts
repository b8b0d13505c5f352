import { sql } from "kysely";
import type { SignInMethod } from "../../contract/auth/auth.ts";
import type { Role } from "../../contract/roles.ts";
import type { SignInSettings } from "../../contract/settings/sign-in.ts";

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

/** What the rule goes by, as columns of a query that has the person as `users`. */
export const enrolment = [
  sql<string | null>`(select values_json from settings where section = 'signIn')`.as("ruleJson"),
  sql<0 | 1>`(exists (select 1 from totp_factors where totp_factors.user_id = users.id and confirmed_at is not null)
    or exists (select 1 from passkeys where passkeys.user_id = users.id))`.as("isEnrolled"),
] as const;

/** Whether somebody must set up a second factor before anything else, by the columns of `enrolment`. */
export function mustEnrol(
  { ruleJson, isEnrolled }: { ruleJson: string | null; isEnrolled: number | boolean },
  role: Role,
  method: SignInMethod | null,
): boolean {
  return !isEnrolled && ruleJson !== null && asksForSecondFactor(JSON.parse(ruleJson), role, method);
}
