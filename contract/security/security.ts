export const recoveryCodeCount = 10;
export const maxPasskeys = 20;

/** Whom the portal lets in only with a second factor. */
export const secondFactorRules = ["nobody", "maintainers", "everyone"] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];
export const secondFactorRuleLabels: Record<SecondFactorRule, string> = {
  nobody: "Niemand",
  maintainers: "Betreuer und Admin",
  everyone: "Alle",
};

/** One of the own passkeys. */
export interface OwnPasskey {
  id: string;
  name: string;
  /** Kept by a password manager on several devices. */
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** An account at the provider with which a person signs in. */
export interface LinkedSignIn {
  id: string;
  issuer: string;
  email: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** How the signed-in person gets in. */
export interface SecurityOverview {
  hasPassword: boolean;
  totp: { confirmedAt: Date } | null;
  recoveryCodesLeft: number;
  passkeys: OwnPasskey[];
  linkedSignIns: LinkedSignIn[];
  /** The provider that the portal knows, if there is one. */
  provider: { label: string } | null;
  /** Whether the portal asks this person for a second factor. */
  needsSecondFactor: boolean;
  /** Until when changes need no further proof; null when they need one now. */
  confirmedUntil: Date | null;
}

/** What an authenticator app needs, as long as it is not confirmed. */
export interface TotpSetUp {
  /** For typing, in groups of four. */
  secret: string;
  uri: string;
  /** The modules of the QR code, row by row. */
  qr: boolean[][];
}

/** Codes that are shown once; empty where the person had some already. */
export interface NewRecoveryCodes {
  recoveryCodes: string[];
}

/** What a provider says of itself. */
export interface ProviderReport {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  scopes: string[];
  claims: string[];
  supportsPkce: boolean;
}

/** What a provider says of the person who tried it out, and what the portal would make of it. */
export interface ProviderTrial {
  claims: Record<string, unknown>;
  outcome: string;
}
