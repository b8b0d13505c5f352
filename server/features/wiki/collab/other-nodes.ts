import type { Db } from "../../../db/connection.ts";
import { newId } from "../../../db/new-id.ts";
import type { Log } from "../../../log.ts";
import type { Bus } from "../../../nodes/bus.ts";
import { type NodeMessage, type PageMessage, readingNode, readingPage, toPayload } from "./page-messages.ts";
import { type PageStanding, readStandings } from "./room-store.ts";

/** Where the same pages are open on other nodes. */
export interface Sharing {
  bus: Bus;
  /** How often is asked what no message has told; every second by default. */
  askMs?: number | undefined;
}

interface Dependencies extends Sharing {
  db: Db;
  log: Log;
  /** The pages that are open on this node. */
  openPages(): readonly string[];
  /** How an open page stands; undefined when it has no content any more. */
  onStanding(pageId: string, standing: PageStanding | undefined): void;
  onRecheck(pageId: string): void;
  /** Nothing has been heard of a node for so long that it has gone. */
  onSilent(node: string): void;
  /** Messages may have been missed. */
  onGap(): void;
  /** Called now and then: a node may have died before it could show what it stored so long ago. */
  onLeftover(ageMs: number): void;
}

const usualAskMs = 1000;
const silentMs = 5000;
const leftoverMs = 20_000;
const nodeTopic = "wiki-nodes";
const topicOf = (pageId: string) => `wiki-page:${pageId}`;

/** What one node hears of pages that are open on others as well: by the bus at once, and from the database by asking. */
export class OtherNodes {
  readonly #id = newId();
  readonly #dependencies: Dependencies;
  /** When each other node was heard of last, by the clock of the process. */
  readonly #heardAt = new Map<string, number>();
  readonly #unsubscribe: (() => void)[];
  readonly #timer: NodeJS.Timeout;
  #asking: Promise<void> | undefined;
  #hasFailed = false;
  #askedAt = performance.now();
  #lookedForLeftoverAt = performance.now();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { bus, askMs = usualAskMs } = dependencies;
    const onNode = readingNode((message, from) => {
      this.#hear(from);
      if (message.kind === "recheck") dependencies.onRecheck(message.pageId);
    });
    const onGap = () => {
      dependencies.onGap();
      void this.ask();
    };
    this.#unsubscribe = [bus.subscribe(nodeTopic, onNode), bus.onGap(onGap)];
    this.#timer = setInterval(() => this.#beat(), askMs);
    this.#timer.unref();
  }

  /** How long ago it was known how open pages stand. */
  get sinceAskedMs(): number {
    return performance.now() - this.#askedAt;
  }

  tell(pageId: string, message: PageMessage): void {
    this.#dependencies.bus.publish(topicOf(pageId), toPayload(this.#id, message));
  }

  /** Rights have changed, of one page or of `all`. */
  tellRecheck(pageId: string): void {
    this.#tellNodes({ kind: "recheck", pageId });
  }

  /** Calls back with what other nodes say of a page; returns how to stop. */
  listen(pageId: string, heed: (message: PageMessage, from: string) => void): () => void {
    return this.#dependencies.bus.subscribe(topicOf(pageId), readingPage(heed));
  }

  /** Asks the database how the open pages stand; what has changed since, whoever has them open reads. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask()
      .catch((err: unknown) => {
        // Once for each time that the database is away.
        if (!this.#hasFailed) this.#dependencies.log.warn({ err }, "open pages not compared with the database");
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#asking;
  }

  #beat(): void {
    this.#tellNodes({ kind: "alive" });
    const now = performance.now();
    for (const [node, heardAt] of this.#heardAt) {
      if (now - heardAt < silentMs) continue;
      this.#heardAt.delete(node);
      this.#dependencies.onSilent(node);
    }
    void this.ask();
    if (now - this.#lookedForLeftoverAt < leftoverMs) return;
    this.#lookedForLeftoverAt = now;
    this.#dependencies.onLeftover(leftoverMs);
  }

  async #ask(): Promise<void> {
    const { db, openPages, onStanding } = this.#dependencies;
    const pageIds = openPages();
    const askedAt = performance.now();
    const standings = pageIds.length > 0 ? await readStandings(db, pageIds) : new Map<string, PageStanding>();
    this.#askedAt = askedAt;
    this.#hasFailed = false;
    for (const pageId of pageIds) onStanding(pageId, standings.get(pageId));
  }

  /** A node that was silent or is new knows nobody here, nor is anybody of it known. */
  #hear(node: string): void {
    const isKnown = this.#heardAt.has(node);
    this.#heardAt.set(node, performance.now());
    if (!isKnown) this.#dependencies.onGap();
  }

  #tellNodes(message: NodeMessage): void {
    this.#dependencies.bus.publish(nodeTopic, toPayload(this.#id, message));
  }
}
