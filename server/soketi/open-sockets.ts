import type { Socket } from "node:net";

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

/** The live connections by their owner, from the moment they are admitted. */
export class OpenSockets {
  readonly #attempts = new Set<Attempt>();
  readonly #byOwner = { sessionId: new Map<string, Set<Socket>>(), userId: new Map<string, Set<Socket>>() };
  readonly #clients = new Set<Socket>();

  begin(): Attempt {
    const attempt = new Attempt();
    this.#attempts.add(attempt);
    return attempt;
  }

  settle(attempt: Attempt): void {
    this.#attempts.delete(attempt);
  }

  add(owner: SocketOwner, client: Socket): void {
    this.#clients.add(client);
    this.#file("sessionId", owner.sessionId, client);
    this.#file("userId", owner.userId, client);
    client.once("close", () => this.#clients.delete(client));
  }

  close(key: OwnerKey, value: string): void {
    for (const attempt of this.#attempts) attempt.note(key, value);
    for (const client of this.#byOwner[key].get(value) ?? []) client.destroy();
  }

  closeAll(): void {
    for (const client of this.#clients) client.destroy();
  }

  count(): number {
    return this.#clients.size;
  }

  #file(key: OwnerKey, value: string, client: Socket): void {
    const shelf = this.#byOwner[key];
    const clients = shelf.get(value) ?? new Set();
    shelf.set(value, clients.add(client));
    client.once("close", () => {
      clients.delete(client);
      if (clients.size === 0 && shelf.get(value) === clients) shelf.delete(value);
    });
  }
}
