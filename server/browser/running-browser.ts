import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import type { Log } from "../log.ts";
import { VisitProblem } from "./browser-problem.ts";
import { type ForeignPage, openForeignPage, type PageOptions } from "./foreign-page.ts";

/** Pages after which a browser is replaced. */
const maxPages = 60;
const maxRssBytes = 1400 * 1024 * 1024;
/** While pages are open; what processes share counts several times in it, so that two usual pages come near the former. */
const maxOpenRssBytes = 2200 * 1024 * 1024;
const sampleMs = 1000;
const closeLimitMs = 5000;

export interface RunningBrowser {
  /** Opens a page in the browser, starting one where none runs; whoever opens it closes it. */
  openPage(options: PageOptions): Promise<ForeignPage>;
  close(): Promise<void>;
}

interface Instance {
  browser: Promise<Browser>;
  opened: number;
  inUse: number;
}

interface Options {
  launch(): Promise<Browser>;
  log: Log;
  /** A browser does not end: whoever runs this process ends it, and with it all of its browsers. */
  onStuck(): void;
  maxPages?: number;
  maxRssBytes?: number;
  /** What pages may take while they are open, before their browser is ended under them. */
  maxOpenRssBytes?: number;
}

interface OpenPage {
  /** The visit that the page belongs to, by its signal. */
  signal: AbortSignal;
  page: ForeignPage | undefined;
  problem: VisitProblem | undefined;
}

/**
 * Keeps one browser for visits, and replaces it when it has served enough pages, has grown too large, or does not close a
 * page any more: the next visit gets a fresh one, and those under way finish in theirs.
 */
export function keepBrowser(options: Options): RunningBrowser {
  const { launch, log, onStuck, maxPages: pages = maxPages, maxRssBytes: rss = maxRssBytes } = options;
  const { maxOpenRssBytes: openRss = maxOpenRssBytes } = options;
  let current: Instance | undefined;
  const all = new Set<Instance>();
  let ending: Promise<unknown> = Promise.resolve();

  function instance(): Instance {
    if (current) return current;
    const started: Instance = { browser: launch(), opened: 0, inUse: 0 };
    current = started;
    all.add(started);
    const forget = () => {
      if (current === started) current = undefined;
      all.delete(started);
    };
    started.browser.then((browser) => browser.once("disconnected", forget), forget);
    return started;
  }

  /** No further visit gets it; it ends as soon as nobody uses it. */
  function retire(old: Instance): void {
    if (current === old) current = undefined;
    if (old.inUse === 0) void end(old);
  }

  async function end({ browser }: Instance): Promise<void> {
    const running = await browser.catch(() => undefined);
    if (!running?.isConnected()) return;
    const timer = setTimeout(onStuck, closeLimitMs);
    await running.close().catch((err: unknown) => log.warn({ err }, "the browser could not be closed"));
    clearTimeout(timer);
  }

  const memory = watchMemory(openRss, log, () => {
    current = undefined;
    ending = Promise.all([...all].map(end));
  });

  return {
    async openPage(page) {
      // The memory of browsers that are ending is not that of the next page.
      await ending;
      const used = instance();
      const watched: OpenPage = { signal: page.signal, page: undefined, problem: undefined };
      memory.watch(watched);
      used.opened += 1;
      used.inUse += 1;
      if (used.opened >= pages) retire(used);
      const leave = () => {
        memory.unwatch(watched);
        used.inUse -= 1;
        if (used !== current && used.inUse === 0) void end(used);
      };
      try {
        const browser = await used.browser;
        const opened = await openForeignPage(browser, page);
        watched.page = opened;
        if (watched.problem) opened.fail(watched.problem);
        return {
          ...opened,
          async close() {
            try {
              await opened.close();
              const size = descendantsRss(process.pid);
              if (used === current && size > rss) {
                log.info({ bytes: size }, "the browser has grown too large and is replaced");
                retire(used);
              }
            } catch (err) {
              log.warn({ err }, "a page could not be closed; its browser is ended");
              retire(used);
              void end(used);
            } finally {
              leave();
            }
          },
        };
      } catch (error) {
        leave();
        if (watched.problem) throw watched.problem;
        const isGone = error instanceof Error && /has been closed|disconnected/i.test(error.message);
        throw isGone ? new VisitProblem("Der Browser ist abgestürzt.", "crashed", error) : error;
      }
    },
    async close() {
      current = undefined;
      await Promise.all([...all].map(end));
    },
  };
}

/** A page that takes all memory would take it from the portal, too, long before its visit is over. */
function watchMemory(maxBytes: number, log: Log, endAll: () => void) {
  const open = new Set<OpenPage>();
  let sampling: NodeJS.Timeout | undefined;

  function sample(): void {
    const bytes = descendantsRss(process.pid);
    if (bytes <= maxBytes) return;
    const visits = new Set([...open].map(({ signal }) => signal)).size;
    log.warn({ bytes, visits }, "pages take too much memory, and their browser is ended");
    for (const each of open) {
      each.problem = new VisitProblem("Die Seite braucht zu viel Speicher.", visits > 1 ? "crowded" : "tooMuchMemory");
      each.page?.fail(each.problem);
    }
    endAll();
  }

  return {
    watch(page: OpenPage): void {
      open.add(page);
      sampling ??= setInterval(sample, sampleMs).unref();
    },
    unwatch(page: OpenPage): void {
      open.delete(page);
      if (open.size > 0) return;
      clearInterval(sampling);
      sampling = undefined;
    },
  };
}

const pageBytes = 4096;

/** The memory that all processes below one hold, what they share counted for each; 0 where the system does not tell. */
export function descendantsRss(pid: number): number {
  const processes = listProcesses();
  let found = [pid];
  let bytes = 0;
  while (found.length > 0) {
    const children = processes.filter(({ parent }) => found.includes(parent));
    bytes += children.reduce((sum, { rss }) => sum + rss, 0);
    found = children.map(({ id }) => id);
  }
  return bytes;
}

function listProcesses(): { id: number; parent: number; rss: number }[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          // The name of the program may hold spaces; what follows its bracket does not.
          const fields = readFileSync(`/proc/${name}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
          return [{ id: Number(name), parent: Number(fields[1]), rss: Number(fields[21]) * pageBytes }];
        } catch {
          return [];
        }
      });
  } catch {
    return [];
  }
}
