import type { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { type Drafts, openDrafts } from "./drafts.ts";

const maxWaitMs = 2000;

interface KeptPage {
  /** Of a page that is only being created, a promise. */
  pageId: string | Promise<string>;
  personId: string;
  onKept: () => void;
}

/** Writes down what is typed until the server has stored it, and brings back what was left from last time. */
export class DraftKeeper {
  readonly #doc: Y.Doc;
  readonly #opening: Promise<Drafts | undefined>;
  /** What lies on this device, or will. */
  #keys: Promise<IDBValidKey | undefined>[] = [];
  /** Of what lies on this device and is in the document. */
  readonly #known = new Set<IDBValidKey>();
  #provider: WebsocketProvider | undefined;
  readonly #onKept: () => void;
  #isDone = false;
  #isKept = true;
  /** How many updates are on their way to this device. */
  #pending = 0;

  /** Calls back when something that was being written down lies on this device, or turns out not to. */
  constructor(doc: Y.Doc, { pageId, personId, onKept }: KeptPage) {
    this.#doc = doc;
    this.#onKept = onKept;
    this.#opening = Promise.resolve(pageId).then((id) =>
      typeof indexedDB === "undefined" ? undefined : openDrafts(personId, id),
    );
  }

  /** Something was written that the server has not stored, here or in an earlier tab. */
  get hasUnsaved(): boolean {
    return this.#keys.length > 0;
  }

  /** All of that lies on this device, or will in a moment; not so in a private window that keeps nothing, or on a full disk. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Some of that is only on its way to this device. */
  get isKeeping(): boolean {
    return this.#pending > 0;
  }

  /** Writes down what does not come from the server. */
  watch(provider: WebsocketProvider): void {
    this.#provider = provider;
    this.#doc.on("update", this.#note);
  }

  /**
   * Brings back what was left from last time, or by another tab since; where that takes long it comes later. Never
   * rejects.
   */
  async load(): Promise<void> {
    await Promise.race([this.#restore(), tooLate()]);
  }

  async #restore(): Promise<void> {
    try {
      const found = (await (await this.#opening)?.read()) ?? [];
      if (this.#isDone) return;
      for (const { key, update } of found) {
        if (this.#known.has(key)) continue;
        this.#known.add(key);
        this.#keys.push(Promise.resolve(key));
        Y.applyUpdate(this.#doc, update, this);
      }
    } catch {
      // A browser that cannot read what it has kept is no reason not to write.
    }
  }

  /** All that was written is stored on the server. */
  forgetSaved(): void {
    if (this.hasUnsaved) void this.forget();
  }

  /** Forgets all, and keeps nothing any more. */
  async abandon(): Promise<void> {
    this.#isDone = true;
    this.#doc.off("update", this.#note);
    await this.forget();
  }

  async forget(): Promise<void> {
    const keys = await Promise.all(this.#keys.splice(0));
    const drafts = await this.#opening;
    await drafts?.remove(keys.filter((key) => key !== undefined)).catch(() => undefined);
  }

  close(): void {
    this.#isDone = true;
    this.#doc.off("update", this.#note);
    void Promise.all([this.#opening, ...this.#keys]).then(([drafts]) => drafts?.close());
  }

  readonly #note = (update: Uint8Array, origin: unknown) => {
    if (origin === this.#provider || origin === this) return;
    this.#pending += 1;
    const keep = this.#opening
      .then((drafts) => drafts?.add(update))
      .catch(() => undefined)
      .then((key) => {
        this.#pending -= 1;
        this.#isKept &&= key !== undefined;
        if (key !== undefined) this.#known.add(key);
        this.#onKept();
        return key;
      });
    this.#keys.push(keep);
  };
}

const tooLate = () => new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs, undefined));
