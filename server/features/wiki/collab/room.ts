import { setImmediate } from "node:timers/promises";
import { collabTryLater, type PageAccess } from "../../../../contract/wiki/collab.ts";
import type { Log } from "../../../log.ts";
import { type Alongside, type LedgerDependencies, UpdateLedger } from "./acknowledged-updates.ts";
import { type Applied, BadUpdate, merge, OversizedUpdate } from "./apply-update.ts";
import type { CollabClient, Connection } from "./connection.ts";
import { answerFrame, askFrame, type Incoming, updateFrame } from "./frames.ts";
import { PageText } from "./page-text.ts";
import { RoomAwareness } from "./room-awareness.ts";
import { readPageState, type StoredPage } from "./room-store.ts";
import { type RoomTimes, SaveTimer } from "./save-timer.ts";

export interface RoomDependencies extends LedgerDependencies {
  log: Log;
  access(person: CollabClient, pageId: string): Promise<PageAccess | undefined>;
  /** Called when the last one has left, also when there is still something to show. */
  onEmpty(room: PageRoom): void;
  times: RoomTimes;
}

/** Changes a page's text and returns the change, or nothing when there is none. */
type PageEdit = (text: PageText) => Promise<Uint8Array | undefined> | Uint8Array | undefined;

interface Arrival {
  connection: Connection;
  message: Exclude<Incoming, { kind: "awareness" }>;
}

interface Taken extends Applied {
  userId: string;
  connection?: Connection;
}

/** What is beyond waits while everybody else has a turn. */
const maxTakenAtOnce = 100;

/** A page in memory: never ahead of the database in anything that somebody hears of. */
export class PageRoom {
  readonly pageId: string;
  readonly connections = new Set<Connection>();
  readonly #dependencies: RoomDependencies;
  readonly #awareness: RoomAwareness;
  readonly #text: PageText;
  readonly #ledger: UpdateLedger;
  #inbox: Arrival[] = [];
  #gathering: NodeJS.Timeout | undefined;
  readonly #saveTimer: SaveTimer;
  #turn: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  /** Brings a page into memory; undefined when it has no content. */
  static async open(pageId: string, dependencies: RoomDependencies): Promise<PageRoom | undefined> {
    const stored = await readPageState(dependencies.db, pageId);
    return stored && new PageRoom(pageId, dependencies, stored);
  }

  private constructor(pageId: string, dependencies: RoomDependencies, stored: StoredPage) {
    this.pageId = pageId;
    this.#dependencies = dependencies;
    this.#awareness = new RoomAwareness(this.connections);
    this.#saveTimer = new SaveTimer(dependencies.times, () => this.#tidy());
    this.#text = new PageText(stored.updates);
    this.#ledger = new UpdateLedger(pageId, dependencies, stored);
  }

  /** Nobody is here, and all is stored and shown. */
  get isIdle(): boolean {
    return this.connections.size === 0 && this.#inbox.length === 0 && (this.#isBroken || this.#ledger.isShown);
  }

  /** How many updates lie beside the compacted state. */
  get uncompacted(): number {
    return this.#ledger.uncompacted;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  enter(connection: Connection, access: PageAccess): void {
    this.connections.add(connection);
    connection.grant(access);
    connection.send(askFrame(this.#text.stateVector));
    this.#awareness.introduce(connection);
    connection.listen(
      (message) => this.#hear(connection, message),
      () => this.#leave(connection),
    );
  }

  /** Takes a connection out at once; what it has sent but not heard of is not taken. */
  expel(connection: Connection, code: Parameters<Connection["cut"]>[0]): void {
    connection.cut(code);
    this.#leave(connection);
  }

  /** Looks up again what everybody here may do. */
  async recheck(): Promise<void> {
    for (const connection of [...this.connections]) await this.#recheck(connection);
  }

  /** Changes the text on the server's side, as if the actor had written it, and shows it at once. */
  edit(actorId: string, change: PageEdit, alongside?: Alongside): Promise<{ version: number | undefined }> {
    return this.#inTurn(async () => {
      await this.#takeIn();
      // What cannot be shown, such as a page grown too large, may be what this edit repairs.
      await this.#show().catch((err: unknown) => this.#report("page content not saved", err));
      const news = await this.#change(change);
      if (news) await this.#store([{ userId: actorId, stored: news, news }], alongside);
      return { version: await this.#show() };
    });
  }

  /** Brings the page's content up to date; the version it has then, or undefined when it already was. */
  materialise(): Promise<number | undefined> {
    return this.#inTurn(async () => {
      await this.#takeIn();
      return this.#show();
    });
  }

  /** Stores and shows what has arrived, and sends everybody away for now. */
  async close(): Promise<void> {
    await this.materialise().catch((err: unknown) => this.#report("page content not saved", err));
    for (const connection of [...this.connections]) this.expel(connection, collabTryLater);
    this.discard();
  }

  discard(): void {
    clearTimeout(this.#gathering);
    this.#saveTimer.stop();
    this.#awareness.stop();
    this.#text.close();
  }

  #hear(connection: Connection, message: Incoming): void {
    if (message.kind === "awareness") {
      this.#awareness.take(connection, message.entries);
      return;
    }
    this.#inbox.push({ connection, message });
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#inTurn(() => this.#takeIn()).catch((err: unknown) => {
        if (!this.#isBroken) this.#giveUp();
        this.#report("page updates not stored", err);
      });
    }, this.#dependencies.times.batchMs);
  }

  #leave(connection: Connection): void {
    if (!this.connections.delete(connection)) return;
    connection.stop();
    this.#awareness.leave(connection);
    if (this.connections.size === 0) this.#tidy();
  }
  /** One after the other: what is stored, what is shown, and what is changed from the server's side. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(() => {
      if (this.#isBroken) throw new Error(`the room of page ${this.pageId} is given up`);
      return work();
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Takes in all that has arrived: applied, stored, passed on, acknowledged, in this order. */
  async #takeIn(): Promise<void> {
    while (this.#inbox.length > 0) {
      await this.#takeSome(this.#inbox.splice(0, maxTakenAtOnce));
      if (this.#inbox.length > 0) await setImmediate();
    }
  }

  async #takeSome(arrivals: readonly Arrival[]): Promise<void> {
    await this.#refreshAccess();
    const taken: Taken[] = [];
    for (const arrival of arrivals) {
      const { connection, message } = arrival;
      if (connection.isCut || message.kind !== "update") continue;
      try {
        const update = await this.#text.receive(message.update);
        if (connection.isCut) continue;
        if (connection.access === "read") this.#refuseReader(connection, message.update);
        else taken.push({ connection, userId: connection.person.id, ...this.#text.take(update) });
      } catch (error) {
        if (!(error instanceof BadUpdate || error instanceof OversizedUpdate)) throw error;
        this.expel(connection, error instanceof OversizedUpdate ? error.code : 4400);
        if (error.hasTouched) await this.#rebuild(taken);
      }
    }
    await this.#store(taken);
    const stored = new Map<Connection, number>();
    for (const { connection, message } of arrivals) {
      if (connection.isCut) continue;
      if (message.kind === "ask") this.#answer(connection, message.stateVector);
      else stored.set(connection, (stored.get(connection) ?? 0) + 1);
    }
    for (const [connection, updates] of stored) connection.acknowledge(updates);
  }

  #answer(connection: Connection, stateVector: Uint8Array): void {
    try {
      connection.send(answerFrame(this.#text.since(stateVector)));
    } catch {
      this.expel(connection, 4400);
    }
  }

  /** A client that reads answers the question for its updates too; all of them have to be known. */
  #refuseReader(connection: Connection, update: Uint8Array): void {
    if (!this.#text.knows(update)) this.expel(connection, 4403);
  }

  async #store(taken: readonly Taken[], alongside?: Alongside): Promise<void> {
    const written = taken.filter((one): one is Taken & { stored: Uint8Array } => one.stored !== undefined);
    if (written.length === 0) return;
    try {
      await this.#ledger.write(written, alongside);
    } catch (error) {
      this.#giveUp();
      throw error;
    }
    this.#passOn(taken);
    this.#saveTimer.start();
  }

  #passOn(taken: readonly Taken[]): void {
    const news = taken.flatMap((one) => one.news ?? []);
    if (news.length === 0) return;
    const senders = new Set(taken.map(({ connection }) => connection));
    const frame = updateFrame(merge(news));
    for (const connection of this.connections) {
      if (senders.size > 1 || !senders.has(connection)) connection.send(frame);
    }
  }

  async #show(): Promise<number | undefined> {
    this.#saveTimer.stop();
    if (this.#ledger.isShown) return undefined;
    return this.#ledger.show(await this.#text.derive(this.#ledger.editorId));
  }

  /** Shows what was written; whatever goes wrong is tried again, unless the page is gone. */
  #tidy(): void {
    this.materialise()
      .catch(async (err: unknown) => {
        if (this.#isBroken) return;
        if (!(await readPageState(this.#dependencies.db, this.pageId))) return this.#giveUp();
        this.#report("page content not saved", err);
        this.#saveTimer.retry();
      })
      .catch((err: unknown) => this.#report("page not read", err))
      .finally(() => {
        if (this.connections.size === 0) this.#dependencies.onEmpty(this);
      });
  }

  /** Nothing is taken from or passed on to anybody whose access has not been looked up for long. */
  async #refreshAccess(): Promise<void> {
    const oldest = performance.now() - this.#dependencies.times.recheckMs;
    for (const connection of [...this.connections]) if (connection.checkedAt < oldest) await this.#recheck(connection);
  }

  async #recheck(connection: Connection): Promise<void> {
    const access = await this.#dependencies.access(connection.person, this.pageId);
    if (!access) return this.expel(connection, 4404);
    connection.checkedAt = performance.now();
    if (access !== connection.access) connection.grant(access);
  }

  async #change(change: PageEdit): Promise<Uint8Array | undefined> {
    try {
      return await change(this.#text);
    } catch (error) {
      await this.#rebuild([]);
      throw error;
    }
  }

  /** Back to what is stored, and on it what was good of this turn. */
  async #rebuild(taken: readonly Taken[]): Promise<void> {
    const stored = await readPageState(this.#dependencies.db, this.pageId);
    if (!stored) return this.#giveUp();
    this.#text.reset([...stored.updates, ...taken.flatMap((one) => one.stored ?? [])]);
  }

  /** What is in memory can no longer be trusted; everybody comes back to what is stored. */
  #giveUp(): void {
    this.#isBroken = true;
    for (const connection of [...this.connections]) this.expel(connection, collabTryLater);
    this.#dependencies.onEmpty(this);
  }

  #report(what: string, err: unknown): void {
    this.#dependencies.log.error({ err, pageId: this.pageId }, what);
  }
}
