import { dayMs } from "../../../contract/time/durations.ts";
import type { Services } from "../../trpc/context.ts";
import { tellAdmins } from "./tell-admins.ts";

/** A restart is kept among the samples, as a row that measures nothing else. */
const kept = JSON.stringify({ memoryRestart: 1 });
const withinMs = dayMs;
/** Once may be a single large piece of work; more often it comes back. */
export const badRestarts = 2;

/** How often the portal was restarted within a day because its memory ran out. */
export async function countMemoryRestarts({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { count } = await db
    .selectFrom("systemSamples")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("valuesJson", "=", kept)
    .where("at", ">", new Date(now().getTime() - withinMs).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keeps that the portal is restarted because its memory runs out; from the second time within a day on admins are told. */
export async function noteMemoryRestart(services: Pick<Services, "db" | "now" | "live">): Promise<void> {
  const { db, now } = services;
  await db
    .insertInto("systemSamples")
    .values({ at: now().toISOString(), valuesJson: kept })
    .onConflict((conflict) => conflict.column("at").doUpdateSet({ valuesJson: kept }))
    .execute();
  const count = await countMemoryRestarts(services);
  if (count < badRestarts) return;
  const text = `Das Portal ist in 24 Stunden ${count}-mal neu gestartet, weil sein Arbeitsspeicher voll war.`;
  await tellAdmins(services, {
    key: "system.memory",
    title: "Dem Portal geht der Arbeitsspeicher aus",
    message: text,
    text,
  });
}
