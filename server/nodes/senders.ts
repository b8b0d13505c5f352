/** A node that has not been heard for so long is taken for dead: what it did last may not have been told. */
const silentAfterMs = 5000;
const forgottenAfterMs = 60_000;

interface Sender {
  number: number;
  heardAt: number;
  isMissed: boolean;
}

/** Which messages of which nodes have been heard. */
export class Senders {
  readonly #senders = new Map<string, Sender>();

  /** Notes a message, or a beat that has no number of its own; false where one before it has not been heard. */
  note(from: string, number: number, isMessage: boolean): boolean {
    const before = this.#senders.get(from)?.number ?? 0;
    this.#senders.set(from, { number, heardAt: performance.now(), isMissed: false });
    return number <= before + (isMessage ? 1 : 0);
  }

  /** For a node that has said that it ends. */
  forget(from: string): void {
    this.#senders.delete(from);
  }

  /** Whether a node has fallen silent since the last time that was asked. */
  hasLost(): boolean {
    const now = performance.now();
    let hasLost = false;
    for (const [from, sender] of this.#senders) {
      if (now - sender.heardAt > forgottenAfterMs) this.#senders.delete(from);
      if (sender.isMissed || now - sender.heardAt <= silentAfterMs) continue;
      sender.isMissed = true;
      hasLost = true;
    }
    return hasLost;
  }

  /** Counts the silence of all of them from here on. */
  pardon(): void {
    for (const sender of this.#senders.values()) sender.heardAt = performance.now();
  }
}
