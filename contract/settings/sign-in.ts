import { type Role, roles } from "../roles.ts";
import { secondFactorRules } from "../security/security.ts";
import { z } from "../zod.ts";

const text = (label: string, length: number) =>
  z
    .string({ error: `${label}: Bitte einen Text angeben.` })
    .trim()
    .max(length, { error: `${label}: Höchstens ${length} Zeichen.` });

const role = z.enum(roles, { error: "Rolle: Bitte eine Rolle wählen." });
const isLoopback = ({ hostname }: URL) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** TLS, save for a provider on this very host. */
function isIssuer(value: string): boolean {
  if (value === "") return true;
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))) && !url.search && !url.hash;
}

/** How people sign in beside e-mail and password. */
export const signInSettings = z.strictObject({
  secondFactor: z.enum(secondFactorRules).default("nobody"),
  oidcIssuer: text("Adresse des Anbieters", 300)
    .refine(isIssuer, { error: "Adresse des Anbieters: Bitte eine Adresse mit https:// angeben." })
    .default(""),
  oidcClientId: text("Client-ID", 300).default(""),
  oidcLabel: text("Name des Anbieters", 60).default(""),
  oidcScopes: text("Scopes", 300)
    .refine((value) => value.split(/\s+/).includes("openid"), { error: "Scopes: „openid“ gehört dazu." })
    .default("openid email profile"),
  /** The claim that roles are read from; without one the provider decides over no role. */
  oidcRoleClaim: text("Angabe mit der Rolle", 100).default(""),
  oidcRoles: z
    .array(
      z.strictObject({
        value: text("Wert", 200).min(1, { error: "Wert: Pflichtfeld." }),
        role,
      }),
    )
    .max(50, { error: "Rollen: Höchstens 50 Zuordnungen." })
    .default([]),
  /** For whom no value fits; null lets nobody in. */
  oidcDefaultRole: role.nullable().default(null),
  oidcCreatesAccounts: z.boolean().default(false),
  oidcVerifiedOnly: z.boolean().default(true),
  oidcLinksByEmail: z.boolean().default(false),
  /** The provider has asked for a second factor itself. */
  oidcCountsAsSecondFactor: z.boolean().default(false),
});

export type SignInSettings = z.output<typeof signInSettings>;
export type RoleOfValue = { value: string; role: Role };
