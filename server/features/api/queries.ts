import type { ApiToken } from "../../../contract/api/tokens.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import { forbidden } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** A person's own tokens, the newest first; those of everybody for who may manage them. */
export async function listApiTokens(
  { db, person }: Pick<PersonContext, "db" | "person">,
  { all }: { all: boolean },
): Promise<ApiToken[]> {
  if (all && !hasAbility(person.role, "manageUsers")) throw forbidden();
  const query = selectTokens(db).orderBy("apiTokens.createdAt", "desc").orderBy("apiTokens.id", "desc");
  const rows = await (all ? query : query.where("userId", "=", person.id)).execute();
  return rows.map(toToken);
}

export function selectTokens(db: Db) {
  return db
    .selectFrom("apiTokens")
    .innerJoin("users", "users.id", "apiTokens.userId")
    .select(["apiTokens.id", "apiTokens.name", "hint", "scopesJson", "apiTokens.createdAt", "expiresAt"])
    .select(["lastUsedAt", "lastUsedFrom", "userId", "users.name as userName"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTokens>["executeTakeFirstOrThrow"]>>;

export function toToken({ scopesJson, createdAt, expiresAt, lastUsedAt, userId, userName, ...row }: Row): ApiToken {
  return {
    ...row,
    scopes: JSON.parse(scopesJson),
    createdAt: new Date(createdAt),
    // One without an end has none of its life left.
    expiresAt: new Date(expiresAt ?? createdAt),
    lastUsedAt: toDate(lastUsedAt),
    owner: { id: userId, name: userName },
  };
}
