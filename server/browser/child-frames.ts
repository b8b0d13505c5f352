import type { CDPSession, Frame, Page } from "playwright-core";
import { within } from "./within.ts";

const answerMs = 1000;

/** Where expressions run that a page's own scripts can neither see nor change. */
export interface World {
  session: CDPSession;
  contextId: number;
}

/** A document inside of a page. */
export interface ChildDocument {
  /** Another one once the frame has gone to another document. */
  id: string;
  openWorld(): Promise<World>;
}

export async function openWorld(session: CDPSession, frameId: string): Promise<World> {
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName: "techcenter" });
  return { session, contextId: executionContextId };
}

export async function evaluateIn<Result>({ session, contextId }: World, expression: string): Promise<Result> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? "The expression failed in the page");
  return result.value as Result;
}

interface FrameTree {
  frame: { id: string; loaderId: string };
  childFrames?: FrameTree[];
}

/** Lists the documents inside of a page: those in its own process, and those of other websites, which have sessions. */
export function openChildDocuments(page: Page, cdp: CDPSession): () => Promise<ChildDocument[]> {
  const sessions = new WeakMap<Frame, CDPSession>();

  async function sessionOf(frame: Frame): Promise<CDPSession | undefined> {
    const known = sessions.get(frame);
    if (known) return known;
    // Playwright refuses one for a frame in the process of the frame around it.
    const session = await page
      .context()
      .newCDPSession(frame)
      .catch(() => undefined);
    if (session) sessions.set(frame, session);
    return session;
  }

  async function documentsOf(session: CDPSession): Promise<ChildDocument[]> {
    const { frameTree } = await session.send("Page.getFrameTree");
    const within = session === cdp ? (frameTree.childFrames ?? []).flatMap(flatten) : flatten(frameTree);
    return within.map(({ frame: { id, loaderId } }) => ({
      id: `${id} ${loaderId}`,
      openWorld: () => openWorld(session, id),
    }));
  }

  return async () => {
    const outer = page.frames().filter((frame) => frame !== page.mainFrame());
    const others = (await Promise.all(outer.map(sessionOf))).filter((session) => session !== undefined);
    // A frame that goes meanwhile, or does not answer, has none.
    const found = await Promise.all(
      [cdp, ...others].map((session) => within(documentsOf(session), answerMs).catch(() => [])),
    );
    return found.flat();
  };
}

const flatten = (tree: FrameTree): FrameTree[] => [tree, ...(tree.childFrames ?? []).flatMap(flatten)];
