import type { RecordBody } from "../../contract/records/rows.ts";
import { rulesOf } from "../../contract/records/rules.ts";
import { schemaOf } from "../../contract/records/schema.ts";
import { addDays, dateInBerlin } from "../../contract/values/today.ts";
import { actingAs } from "../auth/surroundings.ts";
import { transact } from "../db/transact.ts";
import { createRecordIn, type Written } from "../records/commands.ts";
import type { RecordContext } from "../records/record-context.ts";
import type { RecordStore } from "../records/store.ts";
import type { Person, Services } from "../trpc/context.ts";
import { type Chance, openChance } from "./chance.ts";

/** What the parts of the sample inventory share: the team, the day and the doors by which they write. */
export interface Workplace {
  services: Services;
  chance: Chance;
  team: readonly Person[];
  today: string;
  /** A calendar date so many days from today. */
  day(offset: number): string;
  /** Lets somebody of the team act so many days ago, without telling anybody. */
  contextAt(daysAgo: number): RecordContext;
  /** Creates records in one transaction, as somebody of the team and so many days ago; nobody is signalled. */
  create(store: RecordStore, bodies: readonly RecordBody[], daysAgo?: number): Promise<Written[]>;
}

const dayMs = 86_400_000;
const seed = 20_261_120;

/** Opens the sample inventory's workplace for a team that is there already. */
export async function openWorkplace(services: Services): Promise<Workplace> {
  const rows = await services.db
    .selectFrom("users")
    .select(["id", "name", "role"])
    .where("role", "in", ["admin", "maintainer"])
    .orderBy("createdAt")
    .execute();
  const today = dateInBerlin(services.now());
  const chance = openChance(seed);
  const contextAt = (daysAgo: number): RecordContext => {
    const person = chance.pick(rows);
    const minutes = chance.int(0, 600);
    const now = () => new Date(services.now().getTime() - daysAgo * dayMs - minutes * 60_000);
    return { ...actingAs({ ...services, now }, person.id), person, publish: () => undefined };
  };
  return {
    services,
    chance,
    team: rows,
    today,
    day: (offset) => addDays(today, offset),
    contextAt,
    create(store, bodies, daysAgo = 30) {
      const ctx = contextAt(daysAgo);
      const schema = schemaOf(store.declaration, { rules: rulesOf(store.declaration.type) });
      return transact(ctx, async (tx) => {
        const written: Written[] = [];
        for (const body of bodies) written.push(await createRecordIn(tx, store, ctx, schema.parse(body) as RecordBody));
        return written;
      });
    },
  };
}
