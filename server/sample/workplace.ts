import type { RecordBody } from "../../contract/records/rows.ts";
import { schemaOf } from "../../contract/records/schema.ts";
import { dayMs, minuteMs } from "../../contract/time/durations.ts";
import { portalMoment } from "../../contract/time/portal-time.ts";
import { addDays, portalDate } from "../../contract/time/today.ts";
import { actingAs } from "../auth/surroundings.ts";
import { transact } from "../db/transact.ts";
import { createRecordIn, updateRecordIn, type Written } from "../records/commands.ts";
import type { RecordContext } from "../records/record-context.ts";
import type { RecordStore } from "../records/store.ts";
import type { Person, PersonContext, Services } from "../trpc/context.ts";
import { type Chance, openChance } from "./chance.ts";

/** What the parts of the sample inventory share: the team, the day and the callers by which they write. */
export interface Workplace {
  services: Services;
  chance: Chance;
  team: readonly Person[];
  /** Everybody by their name. */
  people: ReadonlyMap<string, Person>;
  today: string;
  /** A calendar date so many days from today. */
  day(offset: number): string;
  /** Lets somebody of the team act so many days ago, without telling anybody. */
  contextAt(daysAgo: number): RecordContext;
  /** Lets a person act at a moment, without telling anybody. */
  contextOf(name: string, at: Date): PersonContext;
  /** A moment within working hours so many days ago; less than a day is taken as it is. */
  moment(daysAgo: number): Date;
  /** Creates records a few at a time, each few as somebody of the team on a day of this span; nobody is signalled. */
  create(store: RecordStore, bodies: readonly RecordBody[], span?: DaysAgo): Promise<Written[]>;
  /** Changes records in the same way. */
  update(store: RecordStore, updates: readonly { id: string; body: RecordBody }[], span: DaysAgo): Promise<void>;
}

/** From how many days ago to how many. */
type DaysAgo = readonly [oldest: number, newest: number];

/** How many records share a transaction, and with it the person and the day. */
const few = 12;
const seed = 20_261_120;

/** Opens the sample inventory's workplace for a team that is there already. */
export async function openWorkplace(services: Services): Promise<Workplace> {
  const everybody = await services.db.selectFrom("users").select(["id", "name", "role"]).orderBy("createdAt").execute();
  const rows = everybody.filter(({ role }) => role === "admin" || role === "maintainer");
  const people = new Map(everybody.map((person) => [person.name, person]));
  const today = portalDate(services.now());
  const chance = openChance(seed);
  const times = openChance(seed + 1);
  const contextAt = (daysAgo: number): RecordContext => {
    const person = chance.pick(rows);
    const minutes = chance.int(0, 600);
    const now = () => new Date(services.now().getTime() - daysAgo * dayMs - minutes * minuteMs);
    return { ...actingAs({ ...services, now }, person.id), person, publish: () => undefined };
  };
  return {
    services,
    chance,
    team: rows,
    people,
    today,
    day: (offset) => addDays(today, offset),
    contextAt,
    contextOf(name, at) {
      const person = people.get(name);
      if (!person) throw new Error(`the sample agency has nobody called ${name}`);
      const ctx = { ...services, now: () => at };
      const act = { ...ctx, ...actingAs(ctx, person.id), person, publish: () => undefined };
      return act as unknown as PersonContext;
    },
    moment(daysAgo) {
      if (daysAgo < 1) return new Date(services.now().getTime() - daysAgo * dayMs);
      const time = `${String(times.int(8, 16)).padStart(2, "0")}:${String(times.int(0, 59)).padStart(2, "0")}`;
      return portalMoment(workday(addDays(today, -Math.round(daysAgo))), time);
    },
    async create(store, bodies, [oldest, newest] = [30, 30]) {
      const schema = schemaOf(store.declaration);
      const written: Written[] = [];
      for (const group of inGroups(bodies)) {
        const ctx = contextAt(chance.int(newest, oldest));
        const made = await transact(ctx, async (tx) => {
          const rows: Written[] = [];
          for (const body of group) rows.push(await createRecordIn(tx, store, ctx, schema.parse(body) as RecordBody));
          return rows;
        });
        written.push(...made);
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

/** The day itself, or the Friday before. */
function workday(day: string): string {
  const weekday = new Date(`${day}T12:00:00.000Z`).getUTCDay();
  return addDays(day, weekday === 0 ? -2 : weekday === 6 ? -1 : 0);
}

function inGroups<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / few);
  return Array.from({ length: count }, (_, index) => items.slice(index * few, (index + 1) * few));
}
