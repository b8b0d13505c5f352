import { type Alongside, type LedgerDependencies, NoContent, UpdateLedger } from "./acknowledged-updates.ts";
import type { Applied } from "./apply-update.ts";
import { PageText } from "./page-text.ts";
import { bytesOf, type PageStanding, readPageState, type StoredPage, type StoredUpdate } from "./room-store.ts";

export interface Taken extends Applied {
  userId: string;
}

interface Dependencies extends LedgerDependencies {
  /** Called with what other nodes have stored, once it is part of the text. */
  onNews(news: Uint8Array[]): void;
}

/** The text of a page together with how far it is stored, on this node and on others; its caller lets in one after the other. */
export class StoredText {
  readonly text: PageText;
  readonly #pageId: string;
  readonly #dependencies: Dependencies;
  readonly #ledger: UpdateLedger;

  constructor(pageId: string, dependencies: Dependencies, stored: StoredPage) {
    this.#pageId = pageId;
    this.#dependencies = dependencies;
    this.text = new PageText(bytesOf(stored));
    this.#ledger = new UpdateLedger(pageId, dependencies, stored);
  }

  get isShown(): boolean {
    return this.#ledger.isShown;
  }

  /** Whether what was written through this node is shown, whatever others have written since. */
  get isOwnShown(): boolean {
    return this.#ledger.isOwnShown;
  }

  /** How many updates lie beside the compacted state. */
  get uncompacted(): number {
    return this.#ledger.uncompacted;
  }

  /** Stores what is in the text already; returns it as it is stored. */
  store(written: readonly { userId: string; stored: Uint8Array }[], alongside?: Alongside): Promise<StoredUpdate[]> {
    return this.#ledger.write(written, alongside);
  }

  /** Reads what other nodes have stored. Throws NoContent. */
  async catchUp(): Promise<void> {
    const stored = await readPageState(this.#dependencies.db, this.#pageId, this.#ledger.number);
    if (!stored) throw new NoContent(this.#pageId);
    this.#ledger.learnStored(stored);
    this.#follow(bytesOf(stored));
  }

  /** The same up to a number, if that is not here already; without a read where the updates themselves came along. */
  async reach(last: number, updates: readonly StoredUpdate[] = []): Promise<void> {
    const { number } = this.#ledger;
    if (last <= number) return;
    if (updates[0]?.number !== number + 1) return this.catchUp();
    this.#ledger.learn(updates);
    this.#follow(updates.map(({ data }) => data));
  }

  /** Takes note of how all nodes together have left the page, and reads what they have stored. Throws NoContent. */
  async compare(standing: PageStanding): Promise<void> {
    this.#ledger.noteStanding(standing);
    await this.reach(standing.number);
  }

  /** Makes the text the page's content; returns the version, or undefined where it already was. */
  async show(): Promise<number | undefined> {
    if (this.#ledger.isShown) return undefined;
    return this.#ledger.show(await this.text.derive(this.#ledger.editorId));
  }

  /** Back to what is stored, and on it what was good of this turn. Throws NoContent. */
  async rebuild(taken: readonly Taken[]): Promise<void> {
    const stored = await readPageState(this.#dependencies.db, this.#pageId);
    if (!stored) throw new NoContent(this.#pageId);
    const { number } = this.#ledger;
    const updates = stored.updates.filter((update) => update.number > number);
    const unheard = bytesOf({ state: stored.compactedNumber > number ? stored.state : undefined, updates });
    this.text.reset([...bytesOf(stored), ...taken.flatMap((one) => one.stored ?? [])]);
    this.#ledger.learnStored(stored);
    if (unheard.length > 0) this.#dependencies.onNews(unheard);
  }

  #follow(stored: readonly Uint8Array[]): void {
    const news = this.text.takeStored(stored);
    if (news) this.#dependencies.onNews([news]);
  }
}
