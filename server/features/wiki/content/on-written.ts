import type { Tx } from "../../../db/transact.ts";

export interface WrittenPage {
  pageId: string;
  contentJson: string;
  /** Who has written since the content was saved last, the first of them first. */
  editorIds: readonly string[];
}

type PageListener = (tx: Tx, page: WrittenPage) => Promise<void>;
const listeners = new Set<PageListener>();

/**
 * Has the transaction that makes something a page's content call this: what it writes is kept or undone with it. For
 * features that keep something beside what stands in a page; they register once, at the start.
 */
export function onPageWritten(listener: PageListener): void {
  listeners.add(listener);
}

/** Calls everybody who wants to know what stands in a page now. */
export async function tellOfWritten(tx: Tx, page: WrittenPage): Promise<void> {
  for (const listen of listeners) await listen(tx, page);
}
