import type { Duplex } from "node:stream";

/** Whose socket it is. */
export interface SocketOwner {
  sessionId: string;
  userId: string;
}

type OwnerKey = keyof SocketOwner;

/** A check under way. A session that ends meanwhile may still look valid to the check that has already read it. */
export class Attempt {
  readonly #ended = new Set<string>();

  note(key: OwnerKey, value: string): void {
    this.#ended.add(`${key} ${value}`);
  }

  hasLost(owner: SocketOwner): boolean {
    return this.#ended.has(`sessionId ${owner.sessionId}`) || this.#ended.has(`userId ${owner.userId}`);
  }
}

/** A connection that was admitted. */
export interface AdmittedSocket {
  /** Ends at once what its owner may do. */
  end(): void;
  /** Has its browser open another one, and close this. */
  move(): void;
}

interface OpenSocket<Owner> extends AdmittedSocket {
  owner: Owner;
  client: Duplex;
}

/** The live connections by their owner, from the moment they are admitted. */
export class OpenSockets<Owner extends SocketOwner> {
  readonly #attempts = new Set<Attempt>();
  readonly #byOwner = {
    sessionId: new Map<string, Set<OpenSocket<Owner>>>(),
    userId: new Map<string, Set<OpenSocket<Owner>>>(),
  };
  readonly #sockets = new Set<OpenSocket<Owner>>();

  begin(): Attempt {
    const attempt = new Attempt();
    this.#attempts.add(attempt);
    return attempt;
  }

  release(attempt: Attempt): void {
    this.#attempts.delete(attempt);
  }

  /** `end` is called when the owner loses the right to the connection. */
  add(owner: Owner, client: Duplex, { end, move }: AdmittedSocket): void {
    const socket = { owner, client, end, move };
    this.#sockets.add(socket);
    this.#file("sessionId", owner.sessionId, socket);
    this.#file("userId", owner.userId, socket);
    client.once("close", () => this.#sockets.delete(socket));
  }

  close(key: OwnerKey, value: string): void {
    for (const attempt of this.#attempts) attempt.note(key, value);
    for (const socket of this.#byOwner[key].get(value) ?? []) socket.end();
  }

  /** Has each browser move at a moment of its own within a time; resolves when all sockets of now are closed. */
  async moveAll(withinMs: number): Promise<void> {
    await Promise.all(
      [...this.#sockets].map(async ({ client, move }) => {
        const closed = new Promise((resolve) => client.once("close", resolve));
        setTimeout(move, Math.random() * withinMs).unref();
        await closed;
      }),
    );
  }

  closeAll(): void {
    for (const { client } of this.#sockets) client.destroy();
  }

  count(): number {
    return this.#sockets.size;
  }

  owners(): Owner[] {
    return [...this.#sockets].map(({ owner }) => owner);
  }

  sessions(): string[] {
    return [...this.#byOwner.sessionId.keys()];
  }

  /** How many connections of one person are open. */
  countOf(userId: string): number {
    return this.#byOwner.userId.get(userId)?.size ?? 0;
  }

  #file(key: OwnerKey, value: string, socket: OpenSocket<Owner>): void {
    const shelf = this.#byOwner[key];
    const sockets = shelf.get(value) ?? new Set();
    shelf.set(value, sockets.add(socket));
    socket.client.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0 && shelf.get(value) === sockets) shelf.delete(value);
    });
  }
}
