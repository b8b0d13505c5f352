import type { SignInMethod } from "../../contract/auth.ts";
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
