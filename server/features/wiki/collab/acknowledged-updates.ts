import type { Db } from "../../../db/connection.ts";
import { silentContext, type TransactContext, transact } from "../../../db/transact.ts";
import type { DerivedContent } from "../../../document/derive-content.ts";
import { merge } from "./apply-update.ts";
import {
  appendUpdates,
  claimShown,
  type PageStanding,
  readStandings,
  type StoredPage,
  type StoredUpdate,
} from "./room-store.ts";

/** What is written in the transaction that stores an edit. */
export type Alongside = TransactContext["alongside"];

export interface ShownPage {
  pageId: string;
  content: DerivedContent;
  editorIds: string[];
}

export interface LedgerDependencies {
  db: Db;
  now(): Date;
  /**
   * Makes what was written the page's content, if `claim` says so in the same transaction; returns its version then, and
   * undefined where nothing was written.
   */
  save(page: ShownPage, claim: (db: Db) => Promise<boolean>): Promise<number | undefined>;
  /** The version of the page's content. */
  readVersion(pageId: string): Promise<number>;
}

/** A page that was deleted for good, or emptied, while it was open. */
export class NoContent extends Error {
  constructor(pageId: string) {
    super(`page ${pageId} has no content any more`);
  }
}

/** The ledger of acknowledged updates: how far a page is stored, how far its content shows that, and whose work it does not show yet. */
export class UpdateLedger {
  readonly #pageId: string;
  readonly #dependencies: LedgerDependencies;
  /** Who wrote what is not shown, by its numbers in their order. */
  #unshown: Pick<StoredUpdate, "number" | "userId">[];
  #compactedNumber: number;
  #number: number;
  #shownNumber: number;
  /** Of the last update that this node has to see shown. */
  #ownNumber: number;

  constructor(pageId: string, dependencies: LedgerDependencies, stored: StoredPage) {
    this.#pageId = pageId;
    this.#dependencies = dependencies;
    this.#compactedNumber = stored.compactedNumber;
    this.#shownNumber = stored.shownNumber;
    this.#number = stored.number;
    this.#ownNumber = stored.number;
    this.#unshown = stored.updates.filter(({ number }) => number > stored.shownNumber);
  }

  /** Whose work is to be shown next. */
  get editorId(): string {
    return this.#editorIds[0] ?? this.#pageId;
  }

  /** Of the last update up to which everything stored is known here. */
  get number(): number {
    return this.#number;
  }

  get isShown(): boolean {
    return this.#number <= this.#shownNumber;
  }

  /** Whether what was written through this node is shown, whatever others have written since. */
  get isOwnShown(): boolean {
    return this.#ownNumber <= this.#shownNumber;
  }

  /** How many updates lie beside the compacted state. */
  get uncompacted(): number {
    return this.#number - this.#compactedNumber;
  }

  get #editorIds(): string[] {
    return [...new Set(this.#unshown.flatMap(({ userId }) => userId ?? []))];
  }

  /**
   * Stores what people have written, and what is written with it, all of it or nothing. Returns it as it is stored; where
   * others have stored something before it, `number` stays behind until that has been read.
   */
  async write(
    written: readonly { userId: string; stored: Uint8Array }[],
    alongside?: Alongside,
  ): Promise<StoredUpdate[]> {
    const byPerson = Map.groupBy(written, ({ userId }) => userId);
    const updates = [...byPerson].map(([userId, theirs]) => ({
      userId,
      data: merge(theirs.map(({ stored }) => stored)),
    }));
    const { db, now } = this.#dependencies;
    const append = (within: Db) => appendUpdates(within, this.#pageId, updates, now());
    const last = alongside
      ? await transact({ ...silentContext({ db, now }), alongside }, (tx) => append(tx.db))
      : await append(db);
    const rows = updates.map((update, index) => ({ ...update, number: last - updates.length + 1 + index }));
    this.#ownNumber = last;
    if (this.#number === last - rows.length) this.learn(rows);
    return rows;
  }

  /** Takes note of what is stored right behind what is known here. */
  learn(updates: readonly StoredUpdate[]): void {
    this.#unshown.push(...updates.filter(({ number }) => number > this.#number && number > this.#shownNumber));
    this.#number = Math.max(this.#number, updates.at(-1)?.number ?? 0);
  }

  /** The same with what was read from the database; what it holds compacted is shown, so nobody is left to be named for it. */
  learnStored(stored: StoredPage): void {
    this.noteStanding(stored);
    if (stored.state) this.#number = Math.max(this.#number, stored.compactedNumber);
    this.learn(stored.updates);
  }

  /** Takes note of how far all nodes together have shown and compacted the page. */
  noteStanding({ shownNumber, compactedNumber }: Pick<PageStanding, "shownNumber" | "compactedNumber">): void {
    this.#shownNumber = Math.max(this.#shownNumber, shownNumber);
    this.#compactedNumber = Math.max(this.#compactedNumber, compactedNumber);
    this.#unshown = this.#unshown.filter(({ number }) => number > this.#shownNumber);
  }

  /**
   * Makes what was derived from all that is stored the page's content, unless another node has shown as much; returns the
   * version it has then.
   */
  async show(content: DerivedContent): Promise<number> {
    for (;;) {
      const [from, to] = [this.#shownNumber, this.#number];
      const page = { pageId: this.#pageId, content, editorIds: this.#editorIds };
      const version = await this.#dependencies.save(page, (db) => claimShown(db, this.#pageId, { from, to }));
      if (version !== undefined) {
        this.noteStanding({ shownNumber: to, compactedNumber: this.#compactedNumber });
        return version;
      }
      const standing = (await readStandings(this.#dependencies.db, [this.#pageId])).get(this.#pageId);
      if (!standing) throw new NoContent(this.#pageId);
      this.noteStanding(standing);
      if (this.isShown) return this.#dependencies.readVersion(this.#pageId);
    }
  }
}
