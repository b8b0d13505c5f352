import { type Role, roles } from "../../../contract/roles.ts";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import { email as emailShape, nameMaxLength } from "../../../contract/users.ts";

export type Claims = Record<string, unknown>;

/** Who somebody is by the word of the provider. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
  /** What the provider makes of them: null lets nobody in, undefined leaves the role to the portal. */
  role: Role | null | undefined;
}

export function identityOf(claims: Claims, settings: SignInSettings): Identity {
  const given = emailShape.safeParse(claims.email);
  const email = given.success ? given.data : undefined;
  const name = [claims.name, claims.preferred_username, email, claims.sub].find(
    (candidate): candidate is string => typeof candidate === "string" && candidate.trim() !== "",
  );
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email,
    isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
    name: (name ?? "").trim().slice(0, nameMaxLength),
    role: roleOf(claims, settings),
  };
}

/** The highest role that a value of the claim stands for. */
function roleOf(claims: Claims, settings: SignInSettings): Identity["role"] {
  if (!settings.oidcRoleClaim) return undefined;
  const values = valuesAt(claims, settings.oidcRoleClaim);
  const fitting = settings.oidcRoles.filter(({ value }) => values.includes(value)).map(({ role }) => role);
  return roles.find((role) => fitting.includes(role)) ?? settings.oidcDefaultRole;
}

/** The texts of a claim, which may lie deeper: `realm_access.roles`. */
function valuesAt(claims: Claims, name: string): string[] {
  const inside = (found: unknown, part: string) =>
    typeof found === "object" && found !== null && Object.hasOwn(found, part) ? (found as Claims)[part] : undefined;
  const found = Object.hasOwn(claims, name) ? claims[name] : name.split(".").reduce<unknown>(inside, claims);
  return [found].flat().filter((value): value is string => typeof value === "string");
}
