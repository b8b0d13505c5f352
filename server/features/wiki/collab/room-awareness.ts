import { fieldsIn, isObject } from "../../../../contract/narrowing.ts";
import type { Connection } from "./connection.ts";
import { type AwarenessEntry, type AwarenessUpdate, awarenessFrame } from "./frames.ts";

interface Shown {
  owner: Connection;
  state: Record<string, unknown>;
}

const batchMs = 30;
const maxStateLength = 4000;

/**
 * Who is at a page and where their cursor stands. A connection speaks for one client and only for itself; the person it
 * shows is the one of its session. Clocks are the server's own, so that a client that comes back is seen at once.
 */
export class RoomAwareness {
  readonly #shown = new Map<number, Shown>();
  readonly #changed = new Set<number>();
  readonly #connections: ReadonlySet<Connection>;
  #clock = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: ReadonlySet<Connection>) {
    this.#connections = connections;
  }

  /** Takes over what a connection shows of itself; what it says about others is an echo or a lie. */
  take(connection: Connection, entries: readonly AwarenessEntry[]): void {
    if (connection.person.isInvisible) return;
    for (const { clientId, state } of entries) {
      const known = this.#shown.get(clientId);
      if (known && known.owner !== connection && known.owner.person.id !== connection.person.id) continue;
      connection.clientId ??= clientId;
      if (connection.clientId !== clientId) continue;
      if (state === null) this.#shown.delete(clientId);
      else this.#shown.set(clientId, { owner: connection, state: stateOf(connection, state) });
      this.#announce(clientId);
    }
  }

  leave(connection: Connection): void {
    const { clientId } = connection;
    if (clientId === undefined || this.#shown.get(clientId)?.owner !== connection) return;
    this.#shown.delete(clientId);
    this.#announce(clientId);
  }

  /** Tells a newcomer who is here. */
  introduce(connection: Connection): void {
    this.#tell([connection], [...this.#shown.keys()]);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #announce(clientId: number): void {
    this.#changed.add(clientId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = [...this.#changed];
      this.#changed.clear();
      this.#tell(this.#connections, changed);
    }, batchMs);
  }

  /** Nobody hears about themself: a client would take it for newer than what it shows. */
  #tell(connections: Iterable<Connection>, clientIds: readonly number[]): void {
    const news = this.#news(clientIds);
    const toAll = awarenessFrame(news);
    for (const connection of connections) {
      const own = clientIds.includes(connection.clientId ?? Number.NaN);
      const others = own ? news.filter(({ clientId }) => clientId !== connection.clientId) : news;
      if (others.length > 0) connection.send(own ? awarenessFrame(others) : toAll);
    }
  }

  #news(clientIds: readonly number[]): AwarenessUpdate[] {
    this.#clock = Math.max(this.#clock + 1, Date.now());
    return clientIds.map((clientId) => ({
      clientId,
      clock: this.#clock,
      state: this.#shown.get(clientId)?.state ?? null,
    }));
  }
}

/** Only the cursor is the client's to say. */
function stateOf({ person }: Connection, state: unknown): Record<string, unknown> {
  const user = { id: person.id, name: person.name };
  const { cursor } = fieldsIn(state);
  if (!isObject(cursor) || JSON.stringify(cursor).length > maxStateLength) return { user };
  return { user, cursor };
}
