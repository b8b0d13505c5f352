import type { WebSocket } from "ws";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { collabLimits, collabTryLater } from "../../../../contract/wiki/collab.ts";
import type { Db } from "../../../db/connection.ts";
import type { Alongside } from "./acknowledged-updates.ts";
import { type CollabVisitor, Visitor } from "./connection.ts";
import { PageRoom, type RoomSurroundings, type RoomTimes } from "./room.ts";
import { compactPage, createPageState, pagesNotShown, pagesToCompact } from "./room-store.ts";

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
  /** Brings a page's content up to date with what people have typed so far. Never inside a transaction. */
  materialise(pageId: string): Promise<void>;
  /** Looks up again who may be in a page, or in any; call it after rights have changed. */
  recheck(pageId: string | "all"): Promise<void>;
  /**
   * Lets an admitted socket in, or closes it with the reason. The answer takes it out at once; whoever still has a
   * session comes back by themself, with the rights that they have by then.
   */
  enter(socket: WebSocket, person: CollabVisitor, pageId: string): () => void;
  /** Brings every page's content up to date that nobody is in, as after a crash. */
  recover(): Promise<void>;
  /** Folds what has gathered into the states of pages. */
  compact(): Promise<void>;
  /** Stores and shows all that has arrived and sends everybody away; who comes back later finds it. */
  stop(): Promise<void>;
}

type Options = Omit<RoomSurroundings, "onEmpty" | "times"> & { times?: Partial<RoomTimes> };

const usualTimes: RoomTimes = { gatherMs: 4, restMs: 2000, longestMs: 15_000, recheckMs: 30_000 };
const keptMs = 30_000;
const worthCompacting = 50;

/** Opens the rooms of a process; there may be only one for a database. */
export function openPageRooms(options: Options): PageRooms {
  const rooms = new Map<string, Promise<PageRoom | undefined>>();
  const current = new Map<string, PageRoom>();
  const users = new Map<string, number>();
  let isStopped = false;
  const around: RoomSurroundings = {
    ...options,
    times: { ...usualTimes, ...options.times },
    onEmpty: (room) => {
      if (room.isBroken) forget(room);
      else setTimeout(() => release(room), keptMs).unref();
    },
  };

  function forget(room: PageRoom): void {
    if (current.get(room.pageId) === room) {
      rooms.delete(room.pageId);
      current.delete(room.pageId);
    }
    room.discard();
  }

  function release(room: PageRoom): void {
    if (!room.isAtRest || users.has(room.pageId) || current.get(room.pageId) !== room) return;
    forget(room);
    if (room.gathered < worthCompacting || isStopped) return;
    compactPage(options, room.pageId).catch((err: unknown) => {
      options.log.error({ err, pageId: room.pageId }, "page not compacted");
    });
  }

  async function find(pageId: string): Promise<PageRoom | undefined> {
    const known = rooms.get(pageId);
    if (known) return known;
    const opening = PageRoom.open(pageId, around);
    rooms.set(pageId, opening);
    const room = await opening.catch((error: unknown) => {
      rooms.delete(pageId);
      throw error;
    });
    if (room) current.set(pageId, room);
    else rooms.delete(pageId);
    return room;
  }

  /** Keeps a room in memory while something is done in it. */
  async function use<Result>(pageId: string, work: (room: PageRoom) => Promise<Result>): Promise<Result | undefined> {
    users.set(pageId, (users.get(pageId) ?? 0) + 1);
    let room: PageRoom | undefined;
    try {
      room = await find(pageId);
      return room && (await work(room));
    } finally {
      const left = (users.get(pageId) ?? 1) - 1;
      if (left > 0) users.set(pageId, left);
      else users.delete(pageId);
      if (room?.isAtRest) around.onEmpty(room);
    }
  }

  async function admit(visitor: Visitor, pageId: string): Promise<() => void> {
    const access = await options.access(visitor.person, pageId);
    const taken = await use(pageId, async (room) => {
      if (visitor.isCut) return;
      if (!access) return visitor.cut(4404);
      const own = [...room.visitors].filter(({ person }) => person.id === visitor.person.id);
      const isFull = room.visitors.size >= collabLimits.peoplePerPage || own.length >= collabLimits.socketsPerPerson;
      if (isFull || isStopped || room.isBroken) return visitor.cut(collabTryLater);
      room.enter(visitor, access);
      return room;
    });
    if (!taken) visitor.cut(4404);
    return () => (taken ? taken.expel(visitor, collabTryLater) : visitor.cut(collabTryLater));
  }

  return {
    create: (db, pageId, document) => createPageState(db, pageId, document, options.now()),
    async edit(pageId, actorId, change, alongside) {
      const done = await use(pageId, (room) => room.edit(actorId, change, alongside));
      if (!done) throw new Error(`page ${pageId} has no content to edit`);
      return done;
    },
    async materialise(pageId) {
      await use(pageId, (room) => room.materialise());
    },
    async recheck(pageId) {
      const concerned = pageId === "all" ? [...current.values()] : [await rooms.get(pageId)];
      for (const room of concerned) await room?.recheck();
    },
    enter(socket, person, pageId) {
      const visitor = new Visitor(socket, person);
      let expel = () => visitor.cut(collabTryLater);
      admit(visitor, pageId)
        .then((taken) => {
          expel = taken;
        })
        .catch((err: unknown) => {
          options.log.error({ err, pageId }, "page could not be opened");
          visitor.cut(collabTryLater);
        });
      return () => expel();
    },
    async recover() {
      for (const pageId of await pagesNotShown(options.db)) {
        if (rooms.has(pageId)) continue;
        await use(pageId, (room) => room.materialise()).catch((err: unknown) => {
          options.log.error({ err, pageId }, "page content not recovered");
        });
      }
    },
    async compact() {
      for (const pageId of await pagesToCompact(options.db, worthCompacting)) await compactPage(options, pageId);
    },
    async stop() {
      isStopped = true;
      for (const room of [...current.values()]) {
        await room.close();
        forget(room);
      }
    },
  };
}
