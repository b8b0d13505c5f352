import { Problem } from "../../problem.ts";

/** A Prometheus gives up after ten seconds: the token and then the figures have to be there well before. */
const patienceMs = 2000;

/** What does not answer in time counts as away; a later answer is ignored. */
export async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = "Die Datenbank des Portals antwortet gerade nicht.";
  const timer = setTimeout(() => reject(new Problem("unavailable", { message })), patienceMs);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
