import { hasAbility } from "../../../contract/roles.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Term } from "../../search/search-terms.ts";
import { toRun } from "../../search/spellings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import type { Candidate } from "./candidates.ts";
import { closenessOf } from "./closeness.ts";

/** The members of the team that hold what was typed. An address is not found by people who may not read it. */
export async function findPeople({ db, person }: PersonContext, readings: readonly Term[][]): Promise<Candidate[]> {
  const team = await activeUsers(db).select(["id", "name", "email", "position"]).execute();
  const managesUsers = hasAbility(person.role, "manageUsers");
  return team.flatMap(({ id, name, email, position }): Candidate[] => {
    const body = [position ?? "", managesUsers ? email : ""].map(toRun).join(" ");
    const closeness = closenessOf({ title: ` ${toRun(name)} `, body: ` ${body} `, rest: "" }, readings);
    return closeness > 0 ? [{ type: "user", id, closeness }] : [];
  });
}
