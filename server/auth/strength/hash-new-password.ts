import type { Db } from "../../db/connection.ts";
import { invalidField } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { hashPassword } from "../passwords.ts";
import { findWeakness } from "./weak-password.ts";

interface Owner {
  name: string;
  email: string;
}

/** The hash of a password that somebody sets; refuses one that is easily guessed, at the field where it stands. */
export async function hashNewPassword(db: Db, password: string, owner: Owner, field = "password"): Promise<string> {
  const { agencyName } = await readSettings(db, "general");
  const weakness = await findWeakness(password, [owner.name, owner.email, agencyName]);
  if (weakness) throw invalidField(field, `Passwort: ${weakness}`);
  return hashPassword(password);
}
