import { fieldsIn, isObject } from "../../../../contract/narrowing.ts";
import type { Connection } from "./connection.ts";
import { type AwarenessEntry, type AwarenessUpdate, awarenessFrame } from "./frames.ts";

export type ShownState = Record<string, unknown>;

interface Own {
  owner: Connection;
  state: ShownState;
}

/** What somebody shows of themself who is connected to another node. */
interface Remote {
  node: string;
  state: ShownState;
}

const batchMs = 30;
const maxStateLength = 4000;

/** Tells the other nodes what clients of this one show of themselves; null for who has gone. */
type TellOthers = (entries: { clientId: number; state: ShownState | null }[]) => void;

/**
 * Who is at a page and where their cursor stands. A connection speaks for one client and only for itself; the person it
 * shows is the one of its session. Clocks are the server's own, so that a client that comes back is seen at once.
 */
export class RoomAwareness {
  readonly #shown = new Map<number, Own>();
  readonly #remote = new Map<number, Remote>();
  readonly #changed = new Set<number>();
  readonly #toTell = new Set<number>();
  readonly #connections: Iterable<Connection>;
  readonly #tellOthers: TellOthers | undefined;
  #clock = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: Iterable<Connection>, tellOthers?: TellOthers) {
    this.#connections = connections;
    this.#tellOthers = tellOthers;
  }

  /** Takes over what a connection shows of itself; what it says about others is an echo or a lie. */
  take(connection: Connection, entries: readonly AwarenessEntry[]): void {
    if (connection.person.isInvisible) return;
    for (const { clientId, state } of entries) {
      const known = this.#shown.get(clientId);
      if (known?.owner !== connection && this.#isOfAnother(clientId, connection.person.id)) continue;
      connection.clientId ??= clientId;
      if (connection.clientId !== clientId) continue;
      this.#remote.delete(clientId);
      if (state === null) this.#shown.delete(clientId);
      else this.#shown.set(clientId, { owner: connection, state: stateOf(connection, state) });
      this.#announceOwn(clientId);
    }
  }

  leave(connection: Connection): void {
    const { clientId } = connection;
    if (clientId === undefined || this.#shown.get(clientId)?.owner !== connection) return;
    this.#shown.delete(clientId);
    this.#announceOwn(clientId);
  }

  /** Tells a newcomer who is here. */
  introduce(connection: Connection): void {
    this.#tell([connection], [...this.#remote.keys(), ...this.#shown.keys()]);
  }

  /** Takes over what another node says of its own; of a client that is here as well, this node knows better. */
  takeOthers(node: string, entries: readonly { clientId: number; state: ShownState | null }[]): void {
    for (const { clientId, state } of entries) {
      if (state) this.#remote.set(clientId, { node, state });
      else if (this.#remote.get(clientId)?.node === node) this.#remote.delete(clientId);
      else continue;
      this.#announce(clientId);
    }
  }

  /** A node has gone, and with it everybody who was connected to it. */
  forget(node: string): void {
    for (const [clientId, remote] of this.#remote) {
      if (remote.node !== node) continue;
      this.#remote.delete(clientId);
      this.#announce(clientId);
    }
  }

  /** Tells the other nodes of everybody who is connected to this one. */
  tellAll(): void {
    if (this.#shown.size > 0)
      this.#tellOthers?.([...this.#shown].map(([clientId, { state }]) => ({ clientId, state })));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #isOfAnother(clientId: number, personId: string): boolean {
    const own = this.#shown.get(clientId);
    if (own) return own.owner.person.id !== personId;
    const remote = this.#remote.get(clientId);
    return remote !== undefined && fieldsIn(remote.state.user).id !== personId;
  }

  #announceOwn(clientId: number): void {
    if (this.#tellOthers) this.#toTell.add(clientId);
    this.#announce(clientId);
  }

  #announce(clientId: number): void {
    this.#changed.add(clientId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = [...this.#changed];
      this.#changed.clear();
      this.#tell(this.#connections, changed);
      const own = [...this.#toTell].map((id) => ({ clientId: id, state: this.#shown.get(id)?.state ?? null }));
      this.#toTell.clear();
      if (own.length > 0) this.#tellOthers?.(own);
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
      state: (this.#shown.get(clientId) ?? this.#remote.get(clientId))?.state ?? null,
    }));
  }
}

/** Only the cursor is the client's to say. */
function stateOf({ person }: Connection, state: unknown): ShownState {
  const user = { id: person.id, name: person.name };
  const { cursor } = fieldsIn(state);
  if (!isObject(cursor) || JSON.stringify(cursor).length > maxStateLength) return { user };
  return { user, cursor };
}
