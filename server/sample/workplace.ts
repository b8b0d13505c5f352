import type { RecordBody } from "../../contract/records/rows.ts";
import { schemaOf } from "../../contract/records/schema.ts";
import { addDays, dateInBerlin } from "../../contract/values/today.ts";
import { actingAs } from "../auth/surroundings.ts";
import { transact } from "../db/transact.ts";
import { createRecordIn, updateRecordIn, type Written } from "../records/commands.ts";
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
  /** Creates records a few at a time, each few as somebody of the team on a day of this span; nobody is signalled. */
  create(store: RecordStore, bodies: readonly RecordBody[], span?: DaysAgo): Promise<Written[]>;
  /** Changes records in the same way. */
  update(store: RecordStore, updates: readonly { id: string; body: RecordBody }[], span: DaysAgo): Promise<void>;
}

/** From how many days ago to how many. */
type DaysAgo = readonly [oldest: number, newest: number];

/** So many records share a transaction, and with it the person and the day. */
const few = 12;
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
    async create(store, bodies, [oldest, newest] = [30, 30]) {
      const schema = schemaOf(store.declaration);
      const written: Written[] = [];
      for (const group of inGroups(bodies)) {
        const ctx = contextAt(chance.int(newest, oldest));
        await transact(ctx, async (tx) => {
          for (const body of group)
            written.push(await createRecordIn(tx, store, ctx, schema.parse(body) as RecordBody));
        });
      }
      return written;
    },
    async update(store, updates, [oldest, newest]) {
      for (const group of inGroups(updates)) {
        const ctx = contextAt(chance.int(newest, oldest));
        await transact(ctx, async (tx) => {
          for (const { id, body } of group) await updateRecordIn(tx, store, ctx, { params: { id }, body });
        });
      }
    },
  };
}

function inGroups<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / few);
  return Array.from({ length: count }, (_, index) => items.slice(index * few, (index + 1) * few));
}
