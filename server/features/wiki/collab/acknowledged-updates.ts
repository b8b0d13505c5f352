import type { Db } from "../../../db/connection.ts";
import { silentContext, type TransactContext, transact } from "../../../db/transact.ts";
import type { DerivedContent } from "../../../document/derive-content.ts";
import { merge } from "./apply-update.ts";
import { appendUpdates, noteShown, type StoredPage } from "./room-store.ts";

/** What is written in the transaction that stores an edit. */
export type Alongside = TransactContext["alongside"];

export interface LedgerDependencies {
  db: Db;
  now(): Date;
  /** Makes what was written the page's content. */
  save(page: { pageId: string; content: DerivedContent; editorIds: string[] }): Promise<{ version: number }>;
}

/** The ledger of acknowledged updates: how far a page is stored, how far its content shows that, and whose work it does not show yet. */
export class UpdateLedger {
  readonly #pageId: string;
  readonly #dependencies: LedgerDependencies;
  readonly #editorIds: Set<string>;
  readonly #first: number;
  #number: number;
  #shownNumber: number;

  constructor(pageId: string, dependencies: LedgerDependencies, stored: StoredPage) {
    this.#pageId = pageId;
    this.#dependencies = dependencies;
    this.#editorIds = new Set(stored.editorIds);
    this.#first = stored.number - stored.updates.length;
    this.#number = stored.number;
    this.#shownNumber = stored.shownNumber;
  }

  /** Whose work is to be shown next. */
  get editorId(): string {
    const [first = this.#pageId] = this.#editorIds;
    return first;
  }

  get isShown(): boolean {
    return this.#number === this.#shownNumber;
  }

  /** How many updates lie beside the compacted state. */
  get uncompacted(): number {
    return this.#number - this.#first;
  }

  /** Stores what people have written, and what is written with it, all of it or nothing. */
  async write(written: readonly { userId: string; stored: Uint8Array }[], alongside?: Alongside): Promise<void> {
    const byPerson = Map.groupBy(written, ({ userId }) => userId);
    const rows = [...byPerson].map(([userId, theirs], index) => ({
      userId,
      number: this.#number + index + 1,
      data: merge(theirs.map(({ stored }) => stored)),
    }));
    const { db, now } = this.#dependencies;
    const append = (within: Db) => appendUpdates(within, this.#pageId, rows, now());
    if (alongside) await transact({ ...silentContext({ db, now }), alongside }, (tx) => append(tx.db));
    else await append(db);
    this.#number += rows.length;
    for (const userId of byPerson.keys()) this.#editorIds.add(userId);
  }

  /** Makes what was derived from all that is stored the page's content; returns the version it has then. */
  async show(content: DerivedContent): Promise<number> {
    const page = { pageId: this.#pageId, content, editorIds: [...this.#editorIds] };
    const { version } = await this.#dependencies.save(page);
    await noteShown(this.#dependencies.db, this.#pageId, this.#number);
    this.#shownNumber = this.#number;
    this.#editorIds.clear();
    return version;
  }
}
