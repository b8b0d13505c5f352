import path from "node:path";
import type { FirstContent } from "../../../document/stored-content.ts";
import { invalidField, Problem } from "../../../problem.ts";
import { threadMessages } from "../../../thread-messages.ts";
import { patienceMs, UnreadableFile } from "./limits.ts";
import type { GivenFile } from "./open-sources.ts";
import type { OutlinedPage, PageContent, TransferMessage, TransferOrder } from "./transfer-worker.ts";

/** How often a thread is begun anew behind a page that held it up. */
const maxRestarts = 5;

class TooSlow extends UnreadableFile {
  override name = "TooSlow";
}

export interface ReadingStep {
  index: number;
  problem: string | null;
  files: number[];
  warnings: string[];
  content: PageContent | null;
}

export interface ReadingSteps {
  /** Tells what pages there are, where the files beside them lie, and what lies hidden. */
  opened(outline: { pages: OutlinedPage[]; files: string[]; hidden: string[] }): Promise<void> | void;
  page(step: ReadingStep): Promise<void> | void;
}

interface ReadingOptions {
  isDry: boolean;
  patience?: number;
  /** The page to begin with. */
  from?: number;
  /** The numbers of files that are there already and need not be carried again. */
  known?: () => number[];
}

/**
 * Reads the pages of an import in a thread of its own. A page that takes too long is left out with a sentence and the
 * rest goes on; throws UnreadableFile for what cannot be opened at all.
 */
export async function readPagesApart(
  given: readonly GivenFile[],
  steps: ReadingSteps,
  { isDry, patience = patienceMs, from: first = 0, known = () => [] }: ReadingOptions,
): Promise<void> {
  let from = first;
  let isOpened = false;
  for (let restarts = 0; ; restarts++) {
    let current: number | undefined;
    try {
      for await (const message of runThread(
        { kind: "pages", given: [...given], from, known: known(), isDry },
        patience,
      )) {
        if ("opened" in message && !isOpened) {
          isOpened = true;
          await steps.opened(message.opened);
        }
        if ("begins" in message) current = message.begins;
        if ("unreadable" in message) {
          const { index, problem } = message.unreadable;
          await steps.page({ index, problem, files: [], warnings: [], content: null });
        }
        if ("read" in message) await steps.page({ ...message.read, problem: null });
      }
      return;
    } catch (error) {
      if (!(error instanceof TooSlow) || current === undefined || restarts >= maxRestarts) throw error;
      await steps.page({ index: current, problem: error.message, files: [], warnings: [], content: null });
      from = current + 1;
    }
  }
}

/** What a page would hold that Markdown stands for, read apart from everybody else's requests; throws a Problem. */
export async function readMarkdownApart(markdown: string): Promise<FirstContent> {
  try {
    for await (const message of runThread({ kind: "markdown", markdown }, patienceMs))
      if ("markdown" in message) return message.markdown;
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField("markdown", `Inhalt: ${error.message}`);
    throw error;
  }
  throw new Problem("unavailable", { message: "Der Text konnte nicht gelesen werden." });
}

/** The words in a file; throws UnreadableFile. */
export async function readWordsApart(bytes: Uint8Array, mimeType: string, patience = 30_000): Promise<string> {
  for await (const message of runThread({ kind: "words", bytes, mimeType }, patience))
    if ("words" in message) return message.words;
  throw new UnreadableFile("Die Datei lässt sich nicht lesen.");
}

const runThread = (order: TransferOrder, patience: number) =>
  threadMessages<TransferMessage>(path.join(import.meta.dirname, "transfer-worker.ts"), order, {
    // The thread itself, with its imports, needs some time to start.
    patienceMs: patience + 20_000,
    patienceEachMs: patience,
    waitsAfter: (message) => "read" in message || "unreadable" in message,
    tooSlow: () => new TooSlow("Das Lesen dauert zu lange."),
    broken: (cause) => new TooSlow("Der Inhalt ist zu groß oder beschädigt.", { cause }),
    refused: (problem) => new UnreadableFile(problem),
  });
