import type { Visitor } from "./connection.ts";
import { type AwarenessEntry, type AwarenessNews, awarenessFrame } from "./frames.ts";

interface Shown {
  owner: Visitor;
  state: Record<string, unknown>;
}

const gatherMs = 30;
const longestState = 4000;

/**
 * Who is at a page and where their cursor stands. A connection speaks for one client and only for itself; the person it
 * shows is the one of its session. Clocks are the server's own, so that a client that comes back is seen at once.
 */
export class RoomAwareness {
  readonly #shown = new Map<number, Shown>();
  readonly #changed = new Set<number>();
  readonly #visitors: ReadonlySet<Visitor>;
  #clock = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(visitors: ReadonlySet<Visitor>) {
    this.#visitors = visitors;
  }

  /** Takes over what a connection shows of itself; what it says about others is an echo or a lie. */
  take(visitor: Visitor, entries: readonly AwarenessEntry[]): void {
    if (visitor.person.isInvisible) return;
    for (const { clientId, state } of entries) {
      const known = this.#shown.get(clientId);
      if (known && known.owner !== visitor && known.owner.person.id !== visitor.person.id) continue;
      visitor.clientId ??= clientId;
      if (visitor.clientId !== clientId) continue;
      if (state === null) this.#shown.delete(clientId);
      else this.#shown.set(clientId, { owner: visitor, state: stateOf(visitor, state) });
      this.#announce(clientId);
    }
  }

  leave(visitor: Visitor): void {
    const { clientId } = visitor;
    if (clientId === undefined || this.#shown.get(clientId)?.owner !== visitor) return;
    this.#shown.delete(clientId);
    this.#announce(clientId);
  }

  /** Tells a newcomer who is here. */
  introduce(visitor: Visitor): void {
    this.#tell([visitor], [...this.#shown.keys()]);
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
      this.#tell(this.#visitors, changed);
    }, gatherMs);
  }

  /** Nobody hears about themself: a client would take it for newer than what it shows. */
  #tell(visitors: Iterable<Visitor>, clientIds: readonly number[]): void {
    const news = this.#news(clientIds);
    const toAll = awarenessFrame(news);
    for (const visitor of visitors) {
      const own = clientIds.includes(visitor.clientId ?? Number.NaN);
      const others = own ? news.filter(({ clientId }) => clientId !== visitor.clientId) : news;
      if (others.length > 0) visitor.send(own ? awarenessFrame(others) : toAll);
    }
  }

  #news(clientIds: readonly number[]): AwarenessNews[] {
    this.#clock = Math.max(this.#clock + 1, Date.now());
    return clientIds.map((clientId) => ({
      clientId,
      clock: this.#clock,
      state: this.#shown.get(clientId)?.state ?? null,
    }));
  }
}

/** Only the cursor is the client's to say. */
function stateOf({ person }: Visitor, state: unknown): Record<string, unknown> {
  const user = { id: person.id, name: person.name };
  const cursor = (state as { cursor?: unknown } | undefined)?.cursor;
  if (!cursor || typeof cursor !== "object" || JSON.stringify(cursor).length > longestState) return { user };
  return { user, cursor };
}
