import { Problem } from "./problem.ts";

/** How many threads read what people send, in the whole process: each takes a core and its own heap. */
const maxThreads = 2;
/** Imports keep their thread for as long as they run; the other one is left to who waits for an answer. */
const maxBackground = 1;
/** How much of one user, and of all, may wait for an answer; more is refused. */
const maxWaitingOfUser = 4;
const maxWaiting = 40;

/** Of the old generation, for every thread that reads what somebody sent. */
export const threadHeapMb = 256;
/** What such a thread makes and forgets at once; by default it may be thrice as much. */
export const youngHeapMb = 16;

interface Turn {
  /** Of each user, or of each task of the portal's own, one thread works at a time. */
  userId: string;
  /** Nobody waits for the answer: it may take long, and any number of them may wait. */
  isBackground?: boolean;
}

/** A queue of its own; the portal has one, so that what it allows holds for the whole process. */
export function openThreadQueue() {
  const running = new Set<Turn>();
  const waiting: { turn: Turn; begin: () => void }[] = [];

  function mayBegin(turn: Turn): boolean {
    const others = [...running];
    if (others.length >= maxThreads || others.some(({ userId }) => userId === turn.userId)) return false;
    return !turn.isBackground || others.filter(({ isBackground }) => isBackground).length < maxBackground;
  }

  function wait(turn: Turn): Promise<void> {
    const foreground = waiting.filter((other) => !other.turn.isBackground);
    const own = foreground.filter((other) => other.turn.userId === turn.userId);
    if (!turn.isBackground && (own.length >= maxWaitingOfUser || foreground.length >= maxWaiting))
      throw new Problem("too_many", {
        message: "Es wird gerade schon so viel gelesen. Bitte versuche es gleich noch einmal.",
        retryAfterSeconds: 5,
      });
    return new Promise((resolve) => waiting.push({ turn, begin: resolve }));
  }

  function beginNext(): void {
    for (let next = waiting.findIndex(({ turn }) => mayBegin(turn)); next >= 0; ) {
      const [begun] = waiting.splice(next, 1);
      if (begun) running.add(begun.turn);
      begun?.begin();
      next = waiting.findIndex(({ turn }) => mayBegin(turn));
    }
  }

  /** Does work in a thread as soon as it is its turn. Throws a Problem where too much waits already. */
  return async function inQueue<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    const own = { ...turn };
    if (!mayBegin(own)) await wait(own);
    else running.add(own);
    try {
      return await work();
    } finally {
      running.delete(own);
      beginNext();
    }
  };
}

export const inThreadQueue = openThreadQueue();
