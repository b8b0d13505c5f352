import type { WebSocket } from "ws";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { collabLimits, type collabMoves, collabTryLater } from "../../../../contract/wiki/collab.ts";
import type { Db } from "../../../db/connection.ts";
import type { Alongside } from "./acknowledged-updates.ts";
import { compactPage, pagesToCompact } from "./compact-pages.ts";
import { type CollabClient, Connection } from "./connection.ts";
import { OtherNodes, type Sharing } from "./other-nodes.ts";
import { PageRoom, type RoomDependencies } from "./room.ts";
import { createPageState, pagesNotShown } from "./room-store.ts";
import type { RoomTimes } from "./save-timer.ts";

/** The pages that are being written in, by people through their sockets and by the server itself. */
export interface PageRooms {
  /** Gives a new page its first content, as part of the transaction that creates the page. */
  create(db: Db, pageId: string, document: DocumentJson): Promise<void>;
  /**
   * Changes a page from the server's side as the actor's own edit, also while people type in it; resolves when it is the
   * page's content, with its version, or undefined when nothing changed. `alongside` is written in the transaction that
   * stores the edit, from which on it is never lost. Never inside a transaction.
   */
  edit(
    pageId: string,
    actorId: string,
    change: (document: DocumentJson) => DocumentJson,
    alongside?: Alongside,
  ): Promise<{ version: number | undefined }>;
  /** The same with a stored document in place of whatever the page says. */
  write(
    pageId: string,
    actorId: string,
    contentJson: string,
    alongside?: Alongside,
  ): Promise<{ version: number | undefined }>;
  /** Brings a page's content up to date with what people have typed so far. Never inside a transaction. */
  materialise(pageId: string): Promise<void>;
  /** Looks up again who may be in a page, or in any, on every node; call it after rights have changed. */
  recheck(pageId: string | "all"): Promise<void>;
  /**
   * Lets an admitted socket in, or closes it with the reason. The answer takes it out at once; whoever still has a
   * session comes back by themself, with the rights that they have by then.
   */
  enter(socket: WebSocket, person: CollabClient, pageId: string): Leave;
  /** Brings every page's content up to date that nobody is in, as after a crash. */
  recover(): Promise<void>;
  /** Folds what has uncompacted into the states of pages. */
  compact(): Promise<void>;
  /** Stores and shows all that has arrived and sends everybody away; who comes back later finds it. */
  stop(): Promise<void>;
}

type Leave = (code: typeof collabTryLater | typeof collabMoves) => void;

interface Options extends Omit<RoomDependencies, "onEmpty" | "times" | "others"> {
  times?: Partial<RoomTimes>;
  /** Where other nodes have pages of the same database open. */
  sharing?: Sharing | undefined;
}

const usualTimes: RoomTimes = { batchMs: 4, debounceMs: 2000, maxWaitMs: 15_000, recheckMs: 30_000 };
const idleRoomMs = 30_000;
const worthCompacting = 50;

/** Opens the rooms of a process; those of others on the same database have to be shared. */
export function openPageRooms(options: Options): PageRooms {
  return new ProcessRooms(options);
}

class ProcessRooms implements PageRooms {
  readonly #options: Options;
  readonly #dependencies: RoomDependencies;
  /** By page, also those that are still being opened. */
  readonly #rooms = new Map<string, Promise<PageRoom | undefined>>();
  readonly #current = new Map<string, PageRoom>();
  readonly #others: OtherNodes | undefined;
  /** How much is being done in a room that keeps it in memory. */
  readonly #users = new Map<string, number>();
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#others = options.sharing && this.#openOthers(options.sharing);
    this.#dependencies = {
      ...options,
      times: { ...usualTimes, ...options.times },
      others: this.#others,
      onEmpty: (room) => {
        if (room.isBroken) this.#forget(room);
        else setTimeout(() => this.#release(room), idleRoomMs).unref();
      },
    };
  }

  create(db: Db, pageId: string, document: DocumentJson): Promise<void> {
    return createPageState(db, pageId, document, this.#options.now());
  }

  edit(
    pageId: string,
    actorId: string,
    change: (document: DocumentJson) => DocumentJson,
    alongside?: Alongside,
  ): Promise<{ version: number | undefined }> {
    return this.#change(pageId, (room) => room.edit(actorId, (text) => text.replace(change(text.read())), alongside));
  }

  write(
    pageId: string,
    actorId: string,
    contentJson: string,
    alongside?: Alongside,
  ): Promise<{ version: number | undefined }> {
    return this.#change(pageId, (room) =>
      room.edit(actorId, (text) => text.replaceStored(actorId, contentJson), alongside),
    );
  }

  async #change<Done>(pageId: string, change: (room: PageRoom) => Promise<Done>): Promise<Done> {
    const done = await this.#use(pageId, change);
    if (!done) throw new Error(`page ${pageId} has no content to edit`);
    return done;
  }

  async materialise(pageId: string): Promise<void> {
    await this.#use(pageId, (room) => room.materialise());
  }

  async recheck(pageId: string | "all"): Promise<void> {
    this.#others?.tellRecheck(pageId);
    await this.#recheck(pageId);
  }

  async #recheck(pageId: string): Promise<void> {
    const concerned = pageId === "all" ? [...this.#current.values()] : [await this.#rooms.get(pageId)];
    for (const room of concerned) await room?.connections.recheck();
  }

  enter(socket: WebSocket, person: CollabClient, pageId: string): Leave {
    const connection = new Connection(socket, person);
    let expel: Leave = (code) => connection.cut(code);
    this.#admit(connection, pageId)
      .then((admitted) => {
        expel = admitted;
      })
      .catch((err: unknown) => {
        this.#options.log.error({ err, pageId }, "page could not be opened");
        connection.cut(collabTryLater);
      });
    return (code) => expel(code);
  }

  recover(): Promise<void> {
    return this.#recover();
  }

  async #recover(before?: Date): Promise<void> {
    for (const pageId of await pagesNotShown(this.#options.db, before)) {
      if (this.#rooms.has(pageId)) continue;
      await this.#use(pageId, (room) => room.materialise()).catch((err: unknown) => {
        this.#options.log.error({ err, pageId }, "page content not recovered");
      });
    }
  }

  async compact(): Promise<void> {
    for (const pageId of await pagesToCompact(this.#options.db, worthCompacting))
      await compactPage(this.#options, pageId);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#others?.stop();
    // What one of them waits for, such as its turn among the transactions of other nodes, the next need not wait for.
    await Promise.all(
      [...this.#current.values()].map(async (room) => {
        await room.close();
        this.#forget(room);
      }),
    );
  }

  #forget(room: PageRoom): void {
    if (this.#current.get(room.pageId) === room) {
      this.#rooms.delete(room.pageId);
      this.#current.delete(room.pageId);
    }
    room.discard();
  }

  #release(room: PageRoom): void {
    if (!room.isIdle || this.#users.has(room.pageId) || this.#current.get(room.pageId) !== room) return;
    this.#forget(room);
    if (room.uncompacted < worthCompacting || this.#isStopped) return;
    compactPage(this.#options, room.pageId).catch((err: unknown) => {
      this.#options.log.error({ err, pageId: room.pageId }, "page not compacted");
    });
  }

  async #find(pageId: string): Promise<PageRoom | undefined> {
    const known = this.#rooms.get(pageId);
    if (known) return known;
    const opening = PageRoom.open(pageId, this.#dependencies);
    this.#rooms.set(pageId, opening);
    const room = await opening.catch((error: unknown) => {
      this.#rooms.delete(pageId);
      throw error;
    });
    if (room) this.#current.set(pageId, room);
    else this.#rooms.delete(pageId);
    return room;
  }

  /** Keeps a room in memory while something is done in it. */
  async #use<Result>(pageId: string, work: (room: PageRoom) => Promise<Result>): Promise<Result | undefined> {
    this.#users.set(pageId, (this.#users.get(pageId) ?? 0) + 1);
    let room: PageRoom | undefined;
    try {
      room = await this.#find(pageId);
      return room && (await work(room));
    } finally {
      const left = (this.#users.get(pageId) ?? 1) - 1;
      if (left > 0) this.#users.set(pageId, left);
      else this.#users.delete(pageId);
      if (room?.isIdle) this.#dependencies.onEmpty(room);
    }
  }

  async #admit(connection: Connection, pageId: string): Promise<Leave> {
    const access = await this.#options.access(connection.person, pageId);
    const admitted = await this.#use(pageId, async (room) => {
      if (connection.isCut) return;
      if (!access) return connection.cut(4404);
      const own = [...room.connections].filter(({ person }) => person.id === connection.person.id);
      const isFull = room.connections.size >= collabLimits.peoplePerPage || own.length >= collabLimits.socketsPerPerson;
      if (isFull || this.#isStopped || room.isBroken) return connection.cut(collabTryLater);
      room.enter(connection, access);
      return room;
    });
    if (!admitted) connection.cut(4404);
    return (code) => (admitted ? admitted.connections.expel(connection, code) : connection.cut(code));
  }

  #openOthers(sharing: Sharing): OtherNodes {
    const { db, log, now } = this.#options;
    const report = (what: string) => (err: unknown) => log.error({ err }, what);
    return new OtherNodes({
      ...sharing,
      db,
      log,
      openPages: () => [...this.#current.keys()],
      onStanding: (pageId, standing) => this.#current.get(pageId)?.compare(standing),
      onRecheck: (pageId) => void this.#recheck(pageId).catch(report("access not looked up")),
      onSilent: (node) => {
        for (const room of this.#current.values()) room.forgetNode(node);
      },
      onGap: () => {
        for (const room of this.#current.values()) room.askWhoIsHere();
      },
      onLeftover: (ageMs) =>
        void this.#recover(new Date(now().getTime() - ageMs)).catch(report("page content not recovered")),
    });
  }
}
