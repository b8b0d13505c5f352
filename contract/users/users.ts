import { id, limit, page } from "../pagination.ts";
import { type Role, roles } from "../roles.ts";
import { oneLine } from "../values/one-line.ts";
import { z } from "../zod.ts";

const role = z.enum(roles, { error: "Rolle: Bitte eine Rolle wählen." });

export const userStates = ["active", "invited", "deactivated"] as const;
export type UserState = (typeof userStates)[number];
export const userStateLabels: Record<UserState, string> = {
  active: "Aktiv",
  invited: "Eingeladen",
  deactivated: "Gesperrt",
};

export const passwordMinLength = 12;
export const passwordMaxLength = 200;
export const nameMaxLength = 120;

const required = (label: string) => `${label}: Pflichtfeld.`;
const atMost = (label: string, length: number) => `${label}: Höchstens ${length} Zeichen.`;

export const name = z
  .string({ error: required("Name") })
  .overwrite(oneLine)
  .min(1, required("Name"))
  .max(nameMaxLength, atMost("Name", nameMaxLength));

/** Lower-cased, because addresses are compared without case. */
export const email = z
  .string({ error: required("E-Mail") })
  .trim()
  .toLowerCase()
  .min(1, required("E-Mail"))
  .max(254, atMost("E-Mail", 254))
  .pipe(z.email({ pattern: z.regexes.html5Email, error: "E-Mail: Keine gültige E-Mail-Adresse." }));

/** Whether API tokens and calendar addresses end with the sessions. */
export const endsTokens = z.boolean().default(true);
export const endsTokensLabel = "Auch API-Token und Kalender-Adressen beenden";

/** Length only, as NIST SP 800-63B asks: no composition rules. */
export const newPassword = z
  .string({ error: required("Passwort") })
  .min(passwordMinLength, `Passwort: Mindestens ${passwordMinLength} Zeichen.`)
  .max(passwordMaxLength, atMost("Passwort", passwordMaxLength));

const optionalText = (label: string, length: number) =>
  z.string().trim().max(length, atMost(label, length)).nullable().optional();

export const listUsers = z.strictObject({
  page: page.default(1),
  limit: limit.default(25),
  search: z.string().trim().max(100).optional(),
  where: z.strictObject({ role: role.optional(), state: z.enum(userStates).optional() }).default({}),
});

export const getUser = z.strictObject({
  id,
  includeFields: z.strictObject({ image: z.boolean().optional() }).default({}),
});

export const getProfile = z.strictObject({ id });

export const invitationDays = 7;
export const inviteUser = z.strictObject({ body: z.strictObject({ name, email, role }) });
export const renewInvitation = z.strictObject({ id });
export const withdrawInvitation = z.strictObject({ id });
export const createPasswordLink = z.strictObject({ id });
export const updateUser = z.strictObject({
  params: z.strictObject({ id }),
  body: z.strictObject({
    name: name.optional(),
    phone: optionalText("Telefon", 40),
    position: optionalText("Position", 120),
    imageKey: id.nullable().optional(),
  }),
  version: z.number().int().optional(),
});
/** Whether somebody has an address, before it is saved. */
export const takenEmail = z.strictObject({ email, exceptId: id.optional() });
export const changeEmail = z.strictObject({ id, email });
export const changeRole = z.strictObject({ id, role });
export const changeState = z.strictObject({ id });
export const changePassword = z.strictObject({
  currentPassword: z
    .string({ error: required("Aktuelles Passwort") })
    .min(1, required("Aktuelles Passwort"))
    .max(passwordMaxLength, atMost("Aktuelles Passwort", passwordMaxLength)),
  newPassword,
  endsTokens,
});

/** The name is for people who join; a link for a new password asks for none. */
export const acceptInvitation = z.strictObject({
  token: z.string().min(1),
  name: name.optional(),
  password: newPassword,
  endsTokens,
});
export const createFirstAccount = z.strictObject({
  token: z.string().min(1, "Einrichtungscode: Pflichtfeld."),
  name,
  email,
  password: newPassword,
  sampleData: z.boolean().default(false),
});

/** A person as colleagues see them; `image` is the key of an uploaded file, only when asked for. */
export interface User {
  id: string;
  name: string;
  role: Role;
  state: UserState;
  position: string | null;
  image?: string | null;
}

/** What the asking person may do with a person. */
export interface UserAbilities {
  edit: boolean;
  changeRole: boolean;
  deactivate: boolean;
  reactivate: boolean;
  /** Renew or withdraw the invitation. */
  invite: boolean;
  /** For somebody else. */
  createPasswordLink: boolean;
  /** Of somebody else; whether they have one is not told. */
  resetSecondFactor: boolean;
  /** Of somebody else: see where they are signed in, and end that. */
  endSessions: boolean;
}

/** A row of `user.list`; the e-mail address and the invitation are there for admins only. */
export interface ListedUser extends User {
  image: string | null;
  email: string | null;
  lastSeenAt: Date | null;
  invitationExpiresAt: Date | null;
  can: UserAbilities;
}

/** A profile as everybody sees it. */
export interface PublicProfile extends User {
  access: "public";
  image: string | null;
  can: UserAbilities;
}

/** What the person themself and admins see on top. */
export interface UserProfile extends User {
  access: "full";
  email: string;
  phone: string | null;
  image: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  invitationExpiresAt: Date | null;
  version: number;
  can: UserAbilities;
}

/** What came of a new address: it counts, or it is asked for by mail. */
export interface EmailChange {
  state: "unchanged" | "changed" | "asked";
}

/** A link to join or to set a new password, shown once: a path of the portal, for the page to put its own origin before. */
export interface Invitation {
  user: { id: string; name: string; email: string; role: Role };
  link: string;
  expiresAt: Date;
  /** Whether it has been mailed to them. */
  isMailed?: true;
}
