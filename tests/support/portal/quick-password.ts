import { hash } from "@node-rs/argon2";

/**
 * A password as an account of a test has it. What trying one costs stands in its hash, so each try costs next to nothing;
 * the portal itself knows no other cost than its own.
 */
export const hashQuickly = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
