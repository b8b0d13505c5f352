import { setImmediate } from "node:timers/promises";
import type { PageAccess } from "../../../../contract/wiki/collab.ts";
import type { Log } from "../../../log.ts";
import { type Alongside, type LedgerDependencies, NoContent } from "./acknowledged-updates.ts";
import { merge } from "./apply-update.ts";
import { type Arrival, type Arrived, answerArrivals, takeArrivals } from "./arrivals.ts";
import type { CollabClient, Connection } from "./connection.ts";
import { askFrame, type Incoming, updateFrame } from "./frames.ts";
import type { OtherNodes } from "./other-nodes.ts";
import { type PageMessage, storedMessage, updatesIn } from "./page-messages.ts";
import type { PageText } from "./page-text.ts";
import { RoomAwareness } from "./room-awareness.ts";
import { RoomConnections } from "./room-connections.ts";
import { type PageStanding, readPageState, type StoredPage, type StoredUpdate } from "./room-store.ts";
import { type RoomTimes, SaveTimer } from "./save-timer.ts";
import { StoredText } from "./stored-text.ts";

export interface RoomDependencies extends LedgerDependencies {
  log: Log;
  access(person: CollabClient, pageId: string): Promise<PageAccess | undefined>;
  /** Called when the last one has left, also when there is still something to show. */
  onEmpty(room: PageRoom): void;
  times: RoomTimes;
  /** Where the same page may be open as well; undefined on the only node of a portal. */
  others?: OtherNodes | undefined;
}

/** Changes a page's text and returns the change, or nothing when there is none. */
type PageEdit = (text: PageText) => Promise<Uint8Array | undefined> | Uint8Array | undefined;

/** What is beyond waits while everybody else has a turn. */
const maxTakenAtOnce = 100;

/** Where open pages were not compared with the database for longer, no access is believed for longer either. */
const maxSinceAskedMs = 5000;

/** A page in memory: never ahead of the database in anything that somebody hears of. */
export class PageRoom {
  readonly pageId: string;
  readonly connections: RoomConnections;
  readonly #dependencies: RoomDependencies;
  readonly #awareness: RoomAwareness;
  readonly #content: StoredText;
  #inbox: Arrival[] = [];
  #gathering: NodeJS.Timeout | undefined;
  readonly #saveTimer: SaveTimer;
  readonly #unsubscribe: (() => void) | undefined;
  /** What decided who may do what when it was last compared. */
  #access: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isBroken = false;
  #isDiscarded = false;

  /** Brings a page into memory; undefined when it has no content. */
  static async open(pageId: string, dependencies: RoomDependencies): Promise<PageRoom | undefined> {
    const stored = await readPageState(dependencies.db, pageId);
    if (!stored) return undefined;
    const room = new PageRoom(pageId, dependencies, stored);
    if (dependencies.others) room.#join();
    return room;
  }

  private constructor(pageId: string, dependencies: RoomDependencies, stored: StoredPage) {
    const { access, times, others } = dependencies;
    this.pageId = pageId;
    this.#dependencies = dependencies;
    const onLeft = (connection: Connection) => this.#left(connection);
    this.connections = new RoomConnections({ pageId, access, recheckMs: times.recheckMs, onLeft });
    this.#awareness = new RoomAwareness(
      this.connections,
      others && ((entries) => others.tell(pageId, { kind: "awareness", entries })),
    );
    this.#saveTimer = new SaveTimer(times, () => this.#tidy());
    this.#content = new StoredText(pageId, { ...dependencies, onNews: (news) => this.#follow(news) }, stored);
    this.#unsubscribe = others?.listen(pageId, (message, node) => this.#heed(message, node));
  }

  /** Nobody is here, and all that was written here is stored and shown. */
  get isIdle(): boolean {
    return this.connections.size === 0 && this.#inbox.length === 0 && (this.#isBroken || this.#content.isOwnShown);
  }

  /** How many updates lie beside the compacted state. */
  get uncompacted(): number {
    return this.#content.uncompacted;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  enter(connection: Connection, access: PageAccess): void {
    this.connections.add(connection, access);
    connection.send(askFrame(this.#content.text.stateVector));
    this.#awareness.introduce(connection);
    connection.listen(
      (message) => this.#hear(connection, message),
      () => this.connections.leave(connection),
    );
  }

  /** Nobody is connected to another node any more. */
  forgetNode(node: string): void {
    this.#awareness.forget(node);
  }

  /** Asks the other nodes who is connected to them, and tells them who is to this one. */
  askWhoIsHere(): void {
    this.#dependencies.others?.tell(this.pageId, { kind: "whoIsHere" });
    this.#awareness.tellAll();
  }

  /** Compares the page with how it stands in the database; undefined when it has no content any more. */
  compare(standing: PageStanding | undefined): void {
    this.#inBackground(async () => {
      if (standing?.access !== this.#access) await this.connections.recheck();
      this.#access = standing?.access;
      if (!standing) return this.#giveUp();
      await this.#content.compare(standing);
    });
  }

  /** Changes the text on the server's side, as if the actor had written it, and shows it at once. */
  edit(actorId: string, change: PageEdit, alongside?: Alongside): Promise<{ version: number | undefined }> {
    return this.#inTurn(async () => {
      await this.#takeIn();
      if (this.#dependencies.others) await this.#content.catchUp();
      // What cannot be shown, such as a page grown too large, may be what this edit repairs.
      await this.#show().catch((err: unknown) => this.#report("page content not saved", err));
      const news = await this.#change(change);
      if (news) await this.#store([{ userId: actorId, stored: news, news }], alongside);
      const version = await this.#show();
      return { version: version ?? (news && (await this.#dependencies.readVersion(this.pageId))) };
    });
  }

  /** Brings the page's content up to date; the version it has then, or undefined when it already was. */
  materialise(): Promise<number | undefined> {
    return this.#inTurn(async () => {
      await this.#takeIn();
      if (this.#dependencies.others) await this.#content.catchUp();
      return this.#show();
    });
  }

  /** Stores what has arrived, shows what was written here, and sends everybody away for now. */
  async close(): Promise<void> {
    await this.#inTurn(() => this.#takeIn())
      .then(() => (this.#content.isOwnShown ? undefined : this.materialise()))
      .catch((err: unknown) => this.#report("page content not saved", err));
    this.connections.expelAll();
    this.discard();
  }

  discard(): void {
    this.#isDiscarded = true;
    this.#unsubscribe?.();
    this.#dependencies.others?.tell(this.pageId, { kind: "closed" });
    clearTimeout(this.#gathering);
    this.#saveTimer.stop();
    this.#awareness.stop();
    this.#content.text.close();
  }

  /** What was stored between the reading of the page and the first message that is heard has to be read as well. */
  #join(): void {
    this.askWhoIsHere();
    this.#inBackground(() => this.#content.catchUp());
  }

  /** Heeds what the room of this page on another node says. */
  #heed(message: PageMessage, node: string): void {
    if (message.kind === "awareness") this.#awareness.takeOthers(node, message.entries);
    else if (message.kind === "whoIsHere") this.#awareness.tellAll();
    else if (message.kind === "closed") this.forgetNode(node);
    else this.#inBackground(() => this.#content.reach(message.last, updatesIn(message)));
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
        if (err instanceof NoContent) return;
        if (!this.#isBroken) this.#giveUp();
        this.#report("page updates not stored", err);
      });
    }, this.#dependencies.times.batchMs);
  }

  #left(connection: Connection): void {
    this.#awareness.leave(connection);
    if (this.connections.size === 0) this.#tidy();
  }

  /** One after the other: what is stored, what is shown, and what is changed from the server's side. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(() => {
      if (this.#isBroken) throw new Error(`the room of page ${this.pageId} is given up`);
      return work();
    });
    this.#turn = done.catch((error: unknown) => {
      if (error instanceof NoContent) this.#giveUp();
    });
    return done;
  }

  /** What fails here is found out again by asking. */
  #inBackground(work: () => Promise<void>): void {
    this.#inTurn(async () => {
      if (!this.#isDiscarded) await work();
    }).catch((err: unknown) => {
      if (!this.#isBroken) this.#report("page not compared with other nodes", err);
    });
  }

  /** Takes in all that has arrived: applied, stored, passed on, acknowledged, in this order. */
  async #takeIn(): Promise<void> {
    while (this.#inbox.length > 0) {
      await this.#takeSome(this.#inbox.splice(0, maxTakenAtOnce));
      if (this.#inbox.length > 0) await setImmediate();
    }
  }

  async #takeSome(arrivals: readonly Arrival[]): Promise<void> {
    const { others } = this.#dependencies;
    const room = { connections: this.connections, content: this.#content, isShared: others !== undefined };
    await this.connections.refresh(others && others.sinceAskedMs > maxSinceAskedMs ? 0 : undefined);
    await this.#store(await takeArrivals(room, arrivals));
    answerArrivals(room, arrivals);
  }

  async #store(taken: readonly Arrived[], alongside?: Alongside): Promise<void> {
    const written = taken.filter((one): one is Arrived & { stored: Uint8Array } => one.stored !== undefined);
    if (written.length === 0) return;
    let stored: StoredUpdate[];
    try {
      stored = await this.#content.store(written, alongside);
    } catch (error) {
      this.#giveUp();
      throw error;
    }
    const news = taken.flatMap((one) => one.news ?? []);
    const senders = new Set(taken.map(({ connection }) => connection));
    if (news.length > 0) this.connections.passOn(updateFrame(merge(news)), senders);
    this.#dependencies.others?.tell(this.pageId, storedMessage(stored));
    this.#saveTimer.start();
    await this.#content.reach(stored.at(-1)?.number ?? 0);
  }

  #follow(news: Uint8Array[]): void {
    this.connections.passOn(updateFrame(merge(news)));
    this.#saveTimer.startForOthers();
  }

  #show(): Promise<number | undefined> {
    this.#saveTimer.stop();
    return this.#content.show();
  }

  /** Shows what was written; whatever goes wrong is tried again, unless the page has no content any more. */
  #tidy(): void {
    this.materialise()
      .catch((err: unknown) => {
        if (this.#isBroken) return;
        this.#report("page content not saved", err);
        this.#saveTimer.retry();
      })
      .finally(() => {
        if (this.connections.size === 0) this.#dependencies.onEmpty(this);
      });
  }

  async #change(change: PageEdit): Promise<Uint8Array | undefined> {
    try {
      return await change(this.#content.text);
    } catch (error) {
      await this.#content.rebuild([]);
      throw error;
    }
  }

  /** What is in memory can no longer be trusted; everybody comes back to what is stored. */
  #giveUp(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.connections.expelAll();
    this.#dependencies.onEmpty(this);
  }

  #report(what: string, err: unknown): void {
    this.#dependencies.log.error({ err, pageId: this.pageId }, what);
  }
}
