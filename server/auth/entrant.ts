import type { Role } from "../../contract/roles.ts";
import type { Db } from "../db/connection.ts";
import { asksForSecondFactor } from "./second-factor-rule.ts";

/**
 * A person as they may enter right now, with the role that they have by now; undefined for those who may not, also for
 * want of a second factor that they must have.
 */
export async function findEntrant(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; role: Role } | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["id", "name", "role"])
    .select((eb) => [
      eb.selectFrom("settings").select("valuesJson").where("section", "=", "signIn").as("ruleJson"),
      eb
        .selectFrom("totpFactors")
        .select("userId")
        .whereRef("totpFactors.userId", "=", "users.id")
        .where("confirmedAt", "is not", null)
        .as("totpOf"),
      eb.selectFrom("passkeys").select("userId").whereRef("passkeys.userId", "=", "users.id").limit(1).as("passkeyOf"),
    ])
    .where("id", "=", userId)
    .where("deactivatedAt", "is", null)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { ruleJson, totpOf, passkeyOf, ...person } = row;
  const mustEnrol = ruleJson && !totpOf && !passkeyOf && asksForSecondFactor(JSON.parse(ruleJson), person.role, null);
  return mustEnrol ? undefined : person;
}
