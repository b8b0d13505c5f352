import type { Tx } from "../db/transact.ts";

/** What let programs in as a person until it ended, by name. */
export interface EndedAccess {
  tokens: string[];
  feeds: string[];
}

export const noAccess: EndedAccess = { tokens: [], feeds: [] };

/** Ends every API token and every calendar address of a person, inside a transaction. */
export async function endTokensAndFeeds(tx: Tx, userId: string): Promise<EndedAccess> {
  const tokens = await tx.db
    .deleteFrom("apiTokens")
    .where("userId", "=", userId)
    .returning(["apiTokens.id", "name"])
    .execute();
  for (const { id, name } of tokens)
    await tx.record({ kind: "apiToken.revoked", subject: { type: "apiToken", id }, before: { name, userId } });
  const feeds = await tx.db
    .deleteFrom("calendarFeeds")
    .where("userId", "=", userId)
    .returning(["calendarFeeds.id", "name"])
    .execute();
  for (const { id, name } of feeds)
    await tx.record({ kind: "calendarFeed.deleted", subject: { type: "calendarFeed", id }, before: { name, userId } });
  return { tokens: tokens.map(({ name }) => name), feeds: feeds.map(({ name }) => name) };
}

/** A sentence about what ended, for the person; nothing where there was nothing. */
export function describeEnded({ tokens, feeds }: EndedAccess): string {
  const named = [
    tokens.length > 0 && `${tokens.length} API-Token`,
    feeds.length > 0 && `${feeds.length} ${feeds.length === 1 ? "Kalender-Adresse" : "Kalender-Adressen"}`,
  ].filter(Boolean);
  if (named.length === 0) return "";
  return ` Auch ${named.join(" und ")} ${tokens.length + feeds.length === 1 ? "gilt" : "gelten"} nicht mehr.`;
}
