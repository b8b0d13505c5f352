import { setTimeout as pause } from "node:timers/promises";
import { hasAbility } from "../../../contract/roles.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Db } from "../../db/connection.ts";
import { labelLeases } from "../../nodes/lease-labels.ts";
import { giveUpLease, LeaseLost, mustHoldLease, type NodeLease, takeLease } from "../../nodes/leases.ts";
import { Problem } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Person, Services } from "../../trpc/context.ts";

/** The step was ended by a person, or the server is stopping; what was committed is the state. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** Who began the step has other rights than a moment ago: it goes on with these. */
class RightsChanged extends Stopped {
  override name = "RightsChanged";
}

/** How often it is asked whether the node that works on an import has left it. */
const askMs = 1000;

/** Everything that a step needs; no request stands behind it. */
export interface StepWork<Row> {
  services: Services;
  ctx: RecordContext;
  row: Row;
  /**
   * Awaited between batches. Throws Stopped when the server is stopping, so that the step goes on at the next start, and
   * a Problem, which ends the step, when who began it may not import any more.
   */
  proceed(db?: Pick<Db, "selectFrom">): Promise<void>;
}

/** What is special to one kind of import. Its rows say in which step they are, and that is the only truth. */
interface ImportKind<Row> {
  /** What the log calls it. */
  name: string;
  /** What „System“ calls it. */
  label: string;
  /** The ids of all that are in the middle of a step. */
  findBusy(db: Db): Promise<readonly { id: string }[]>;
  /** An import, provided that it is in the middle of a step. */
  readBusy(db: Db, id: string): Promise<Row | undefined>;
  /** In whose name the step works. */
  userIdOf(row: Row): string | null;
  work(work: StepWork<Row>): Promise<void>;
  /** The sentence for what made a step break off, where the person can be told more than that it did. */
  explain?(error: unknown): string | undefined;
  /** Ends a step that cannot go on. */
  abort(services: Services, row: Row, problem: string): Promise<void>;
}

/**
 * The life of imports that work in the background: one step after another per import, in the name and with the present
 * rights of who began it, continued after a restart, and ended with a sentence where they cannot go on.
 */
export function openLifecycle<Row>(kind: ImportKind<Row>) {
  const runningOf = openRunning();
  labelLeases(kind.name, () => kind.label);

  /** Goes on with the step in which an import is, after the one that is still at work, if any. Never rejects. */
  function proceedWith(services: Services, id: string): Promise<void> {
    const { work } = runningOf(services.db);
    const before = work.get(id) ?? Promise.resolve();
    const mine = before
      .then(() => workOn(services, id))
      .catch((error: unknown) => services.log.error({ err: error, importId: id }, `${kind.name} could not go on`))
      .finally(() => {
        if (work.get(id) === mine) work.delete(id);
      });
    work.set(id, mine);
    return mine;
  }

  /** Of several nodes one works on an import; the others wait for it, and go on when it dies. */
  async function workOn(services: Services, id: string): Promise<void> {
    const running = runningOf(services.db);
    for (;;) {
      const row = running.isStopping ? undefined : await kind.readBusy(services.db, id);
      if (!row) return;
      const lease = await takeLease(services, `${kind.name}:${id}`);
      if (lease) return workUnder(services, { id, row, lease }).finally(() => giveUpLease(services.db, lease));
      await pause(askMs);
    }
  }

  async function workUnder(services: Services, { id, row, lease }: Leased<Row>): Promise<void> {
    const running = runningOf(services.db);
    try {
      const person = await readImporter(services.db, kind.userIdOf(row));
      const { db, now, live } = services;
      const ctx = {
        db,
        now,
        actorId: person.id,
        person,
        publish: (signals) => void live.publish(signals),
        changeSet: `import:${id}`,
        fence: (tx) => mustHoldLease(tx, lease),
      } satisfies RecordContext;
      await kind.work({
        services,
        ctx,
        row,
        proceed: async (within = db) => {
          if (running.isStopping) throw new Stopped();
          const { role } = await readImporter(within, person.id);
          if (role !== person.role) throw new RightsChanged();
        },
      });
    } catch (error) {
      if (error instanceof RightsChanged) return workOn(services, id);
      if (error instanceof Stopped || error instanceof LeaseLost) return;
      const sentence = error instanceof Problem ? error.message : kind.explain?.(error);
      if (sentence === undefined) services.log.error({ err: error, importId: id }, `${kind.name} broke off`);
      await kind.abort(services, row, sentence ?? brokenOff);
    }
  }

  return {
    proceedWith,
    /** Goes on with every import that was in the middle of a step when the server stopped. */
    async resume(services: Services): Promise<void> {
      const { work } = runningOf(services.db);
      for (const { id } of await kind.findBusy(services.db)) if (!work.has(id)) void proceedWith(services, id);
    },
    /** Resolves once no step is at work; with `stop` the steps end after their batch and go on at the next start. */
    async drain({ db }: Pick<Services, "db">, { stop = false } = {}): Promise<void> {
      const running = runningOf(db);
      running.isStopping = stop;
      while (running.work.size > 0) await Promise.all(running.work.values());
    },
  };
}

interface Leased<Row> {
  id: string;
  row: Row;
  lease: NodeLease;
}

const brokenOff = "Der Import wurde durch einen Fehler unterbrochen. Bitte versuche es erneut.";

/** What is at work in this process, by the id of its import, for each database. */
function openRunning() {
  const known = new WeakMap<Db, { work: Map<string, Promise<void>>; isStopping: boolean }>();
  return (db: Db) => {
    const running = known.get(db) ?? { work: new Map(), isStopping: false };
    known.set(db, running);
    return running;
  };
}

/** Who began an import, with the rights of this moment; throws a Problem once they may not import any more. */
async function readImporter(db: Pick<Db, "selectFrom">, id: string | null): Promise<Person> {
  const person = await activeUsers(db).select(["id", "name", "role"]).where("id", "=", id).executeTakeFirst();
  if (!person || !hasAbility(person.role, "importRecords"))
    throw new Problem("forbidden", { message: "Wer den Import begonnen hat, darf nicht mehr importieren." });
  return person;
}
