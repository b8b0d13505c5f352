import { collabTryLater, type PageAccess } from "../../../../contract/wiki/collab.ts";
import type { CollabClient, Connection } from "./connection.ts";

interface Dependencies {
  pageId: string;
  access(person: CollabClient, pageId: string): Promise<PageAccess | undefined>;
  /** How long an access is believed. */
  recheckMs: number;
  /** Called once for each connection that is not here any more. */
  onLeft(connection: Connection): void;
}

/** Who is in a room, and what they may do there. */
export class RoomConnections {
  readonly #all = new Set<Connection>();
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#all.values();
  }

  add(connection: Connection, access: PageAccess): void {
    this.#all.add(connection);
    connection.grant(access);
  }

  /** Takes a connection out at once; what it has sent but not heard of is not taken. */
  expel(connection: Connection, code: Parameters<Connection["cut"]>[0]): void {
    connection.cut(code);
    this.leave(connection);
  }

  leave(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    connection.stop();
    this.#dependencies.onLeft(connection);
  }

  /** Sends everybody away for now. */
  expelAll(): void {
    for (const connection of [...this.#all]) this.expel(connection, collabTryLater);
  }

  /** Passes on what somebody has written; who has written all of it knows it. */
  passOn(frame: Uint8Array, senders: ReadonlySet<Connection | undefined> = new Set()): void {
    for (const connection of this.#all) if (senders.size > 1 || !senders.has(connection)) connection.send(frame);
  }

  /** Looks up again what everybody here may do. */
  async recheck(): Promise<void> {
    for (const connection of [...this.#all]) await this.#recheck(connection);
  }

  /** Looks up again what has not been looked up for long, or for as long as is said. */
  async refresh(believedMs = this.#dependencies.recheckMs): Promise<void> {
    const oldest = performance.now() - believedMs;
    for (const connection of [...this.#all]) if (connection.checkedAt < oldest) await this.#recheck(connection);
  }

  async #recheck(connection: Connection): Promise<void> {
    const access = await this.#dependencies.access(connection.person, this.#dependencies.pageId);
    if (!access) return this.expel(connection, 4404);
    connection.checkedAt = performance.now();
    if (access !== connection.access) connection.grant(access);
  }
}
