import type { DocumentJson } from "../../../../contract/document/json.ts";
import { collabTryLater, type PageAccess } from "../../../../contract/wiki/collab.ts";
import type { Log } from "../../../log.ts";
import { type Alongside, Ledger, type LedgerSurroundings } from "./acknowledged-updates.ts";
import { type Applied, BadUpdate, merge } from "./apply-update.ts";
import type { CollabVisitor, Visitor } from "./connection.ts";
import { answerFrame, askFrame, type Incoming, updateFrame } from "./frames.ts";
import { PageText } from "./page-text.ts";
import { RestTimer } from "./rest-timer.ts";
import { RoomAwareness } from "./room-awareness.ts";
import { readPageState, type StoredPage } from "./room-store.ts";

export interface RoomSurroundings extends LedgerSurroundings {
  log: Log;
  access(person: CollabVisitor, pageId: string): Promise<PageAccess | undefined>;
  /** Called when the last one has left, also when there is still something to show. */
  onEmpty(room: PageRoom): void;
  times: RoomTimes;
}

export interface RoomTimes {
  /** What arrives within this time is stored together. */
  gatherMs: number;
  /** How long nobody writes before the page's content is brought up to date, and at the longest if somebody does. */
  restMs: number;
  longestMs: number;
  /** How long an access is believed. */
  recheckMs: number;
}

interface Arrival {
  visitor: Visitor;
  message: Exclude<Incoming, { kind: "awareness" }>;
}

interface Taken extends Applied {
  userId: string;
  visitor?: Visitor;
}

/** A page in memory: never ahead of the database in anything that somebody hears of. */
export class PageRoom {
  readonly pageId: string;
  readonly visitors = new Set<Visitor>();
  readonly #around: RoomSurroundings;
  readonly #awareness: RoomAwareness;
  readonly #text: PageText;
  readonly #ledger: Ledger;
  #inbox: Arrival[] = [];
  #gathering: NodeJS.Timeout | undefined;
  readonly #resting: RestTimer;
  #turn: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  /** Brings a page into memory; undefined when it has no content. */
  static async open(pageId: string, around: RoomSurroundings): Promise<PageRoom | undefined> {
    const stored = await readPageState(around.db, pageId);
    return stored && new PageRoom(pageId, around, stored);
  }

  private constructor(pageId: string, around: RoomSurroundings, stored: StoredPage) {
    this.pageId = pageId;
    this.#around = around;
    this.#awareness = new RoomAwareness(this.visitors);
    this.#resting = new RestTimer(around.times, () => this.#tidy());
    this.#text = new PageText(stored.updates);
    this.#ledger = new Ledger(pageId, around, stored);
  }

  /** Nobody is here, and all is stored and shown. */
  get isAtRest(): boolean {
    return this.visitors.size === 0 && this.#inbox.length === 0 && (this.#isBroken || this.#ledger.isShown);
  }

  /** How many updates lie beside the compacted state. */
  get gathered(): number {
    return this.#ledger.gathered;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  enter(visitor: Visitor, access: PageAccess): void {
    this.visitors.add(visitor);
    visitor.grant(access);
    visitor.send(askFrame(this.#text.stateVector));
    this.#awareness.introduce(visitor);
    visitor.listen(
      (message) => this.#hear(visitor, message),
      () => this.#leave(visitor),
    );
  }

  /** Takes a connection out at once; what it has sent but not heard of is not taken. */
  expel(visitor: Visitor, code: Parameters<Visitor["cut"]>[0]): void {
    visitor.cut(code);
    this.#leave(visitor);
  }

  /** Looks up again what everybody here may do. */
  async recheck(): Promise<void> {
    for (const visitor of [...this.visitors]) await this.#recheck(visitor);
  }

  /** Changes the document on the server's side, as if the actor had written it, and shows it at once. */
  edit(
    actorId: string,
    change: (document: DocumentJson) => DocumentJson,
    alongside?: Alongside,
  ): Promise<{ version: number | undefined }> {
    return this.#inTurn(async () => {
      await this.#takeIn();
      // What cannot be shown, such as a page grown too large, may be what this edit mends.
      await this.#show().catch((err: unknown) => this.#report("page content not saved", err));
      const news = await this.#replace(change(this.#text.read()));
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
    for (const visitor of [...this.visitors]) this.expel(visitor, collabTryLater);
    this.discard();
  }

  discard(): void {
    clearTimeout(this.#gathering);
    this.#resting.stop();
    this.#awareness.stop();
    this.#text.close();
  }

  #hear(visitor: Visitor, message: Incoming): void {
    if (message.kind === "awareness") {
      this.#awareness.take(visitor, message.entries);
      return;
    }
    this.#inbox.push({ visitor, message });
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#inTurn(() => this.#takeIn()).catch((err: unknown) => {
        if (!this.#isBroken) this.#giveUp();
        this.#report("page updates not stored", err);
      });
    }, this.#around.times.gatherMs);
  }

  #leave(visitor: Visitor): void {
    if (!this.visitors.delete(visitor)) return;
    visitor.stop();
    this.#awareness.leave(visitor);
    if (this.visitors.size === 0) this.#tidy();
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
    if (this.#inbox.length === 0) return;
    const arrivals = this.#inbox.splice(0);
    await this.#refreshAccess();
    const taken: Taken[] = [];
    for (const arrival of arrivals) {
      const { visitor, message } = arrival;
      if (visitor.isCut || message.kind !== "update") continue;
      try {
        if (visitor.access === "read") this.#refuseReader(visitor, message.update);
        else if (!this.#text.admits(message.update)) this.expel(visitor, 4413);
        else taken.push({ visitor, userId: visitor.person.id, ...this.#text.apply(message.update) });
      } catch (error) {
        if (!(error instanceof BadUpdate)) throw error;
        this.expel(visitor, 4400);
        if (error.hasTouched) await this.#rebuild(taken);
      }
    }
    await this.#store(taken);
    for (const { visitor, message } of arrivals) {
      if (visitor.isCut) continue;
      if (message.kind === "ask") this.#answer(visitor, message.stateVector);
      else visitor.acknowledge(1);
    }
  }

  #answer(visitor: Visitor, stateVector: Uint8Array): void {
    try {
      visitor.send(answerFrame(this.#text.since(stateVector)));
    } catch {
      this.expel(visitor, 4400);
    }
  }

  /** A client that reads answers the question for its updates too; all of them have to be known. */
  #refuseReader(visitor: Visitor, update: Uint8Array): void {
    if (!this.#text.knows(update)) this.expel(visitor, 4403);
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
    this.#resting.start();
  }

  #passOn(taken: readonly Taken[]): void {
    const news = taken.flatMap((one) => one.news ?? []);
    if (news.length === 0) return;
    const senders = new Set(taken.map(({ visitor }) => visitor));
    const frame = updateFrame(merge(news));
    for (const visitor of this.visitors) {
      if (senders.size > 1 || !senders.has(visitor)) visitor.send(frame);
    }
  }

  async #show(): Promise<number | undefined> {
    this.#resting.stop();
    if (this.#ledger.isShown) return undefined;
    return this.#ledger.show(this.#text.read());
  }

  /** Shows what was written; whatever goes wrong is tried again, unless the page is gone. */
  #tidy(): void {
    this.materialise()
      .catch(async (err: unknown) => {
        if (this.#isBroken) return;
        if (!(await readPageState(this.#around.db, this.pageId))) return this.#giveUp();
        this.#report("page content not saved", err);
        this.#resting.retry();
      })
      .catch((err: unknown) => this.#report("page not read", err))
      .finally(() => {
        if (this.visitors.size === 0) this.#around.onEmpty(this);
      });
  }

  /** Nothing is taken from or passed on to anybody whose access has not been looked up for long. */
  async #refreshAccess(): Promise<void> {
    const oldest = performance.now() - this.#around.times.recheckMs;
    for (const visitor of [...this.visitors]) if (visitor.checkedAt < oldest) await this.#recheck(visitor);
  }

  async #recheck(visitor: Visitor): Promise<void> {
    const access = await this.#around.access(visitor.person, this.pageId);
    if (!access) return this.expel(visitor, 4404);
    visitor.checkedAt = performance.now();
    if (access !== visitor.access) visitor.grant(access);
  }

  async #replace(next: DocumentJson): Promise<Uint8Array | undefined> {
    try {
      return this.#text.replace(next);
    } catch (error) {
      await this.#rebuild([]);
      throw error;
    }
  }

  /** Back to what is stored, and on it what was good of this turn. */
  async #rebuild(taken: readonly Taken[]): Promise<void> {
    const stored = await readPageState(this.#around.db, this.pageId);
    if (!stored) return this.#giveUp();
    this.#text.reset([...stored.updates, ...taken.flatMap((one) => one.stored ?? [])]);
  }

  /** What is in memory can no longer be trusted; everybody comes back to what is stored. */
  #giveUp(): void {
    this.#isBroken = true;
    for (const visitor of [...this.visitors]) this.expel(visitor, collabTryLater);
    this.#around.onEmpty(this);
  }

  #report(what: string, err: unknown): void {
    this.#around.log.error({ err, pageId: this.pageId }, what);
  }
}
