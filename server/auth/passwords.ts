import { hash, verify } from "@node-rs/argon2";

// OWASP password storage: argon2id, 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const absentPassword = hash("an account that does not exist", cost);

/** Hashes a password with argon2id into the PHC string form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Verifies a password; takes the same time whether or not the account has one. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await absentPassword), password);
  return passwordHash !== null && matches;
}
