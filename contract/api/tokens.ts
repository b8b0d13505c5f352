import type { ApiScope } from "./scopes.ts";

/** In days; no token lives longer than the last. */
export const tokenLifetimes = [30, 90, 365] as const;

/** Everybody may keep so many at once. */
export const maxTokens = 20;

/** A token as its owner sees it; the token itself is shown once, when it is made. */
export interface ApiToken {
  id: string;
  name: string;
  /** The first characters, to tell tokens apart. */
  hint: string;
  scopes: ApiScope[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  lastUsedFrom: string | null;
  /** Whose it is. */
  owner: { id: string; name: string };
}

export interface CreatedApiToken extends ApiToken {
  token: string;
}
