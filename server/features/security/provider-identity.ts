import { isObject } from "../../../contract/narrowing.ts";
import { type Role, roles } from "../../../contract/roles.ts";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import { email as emailShape, nameMaxLength } from "../../../contract/users/users.ts";
import { oneLine } from "../../../contract/values/one-line.ts";

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

/** Of names that are longer nobody needs the rest. */
const maxRead = 1000;

export function identityOf(claims: Claims, settings: SignInSettings): Identity {
  const given = emailShape.safeParse(claims.email);
  const email = given.success ? given.data : undefined;
  const [name = ""] = [claims.name, claims.preferred_username, email, claims.sub]
    .map((candidate) => (typeof candidate === "string" ? oneLine(candidate.slice(0, maxRead)) : ""))
    .filter((candidate) => candidate !== "");
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email,
    isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
    name: oneLine(name.slice(0, nameMaxLength)),
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
    isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  const found = Object.hasOwn(claims, name) ? claims[name] : name.split(".").reduce<unknown>(inside, claims);
  return [found].flat().filter((value): value is string => typeof value === "string");
}
