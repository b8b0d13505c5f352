import { vi } from "vitest";
import WebSocket, { type ClientOptions } from "ws";
import * as Y from "yjs";
import { openPageSession, type PageSession } from "../../../app/features/wiki/session/page-session.ts";
import { type DocumentJson, documentFragment } from "../../../contract/document/json.ts";
import { fromYDoc } from "../../../server/document/yjs.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { cookieOf } from "./page-node.ts";

// Every client wants to hear when the process ends.
process.setMaxListeners(100);

/** Sockets as a browser with this cookie would open them. */
export function socketsOf(headers: ClientOptions["headers"]): typeof globalThis.WebSocket {
  return class extends WebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols, { headers });
      // Node ends a process for an error that nobody hears; browsers do not.
      this.on("error", () => undefined);
    }
  } as unknown as typeof globalThis.WebSocket;
}

/** A person at the editor of a page: the client that browsers run, over real sockets. */
export interface Writer extends PageSession {
  /** Writes a new paragraph at the end. */
  write(text: string): void;
  read(): DocumentJson;
  lines(): string[];
  /** Resolves when the server has stored all that was written. */
  saved(): Promise<void>;
}

interface WriterOptions {
  origin: string;
  cookie: string;
  pageId: string;
  personId?: string;
}

export function openWriter({ origin, cookie, pageId, personId = "jemand" }: WriterOptions): Writer {
  const session = openPageSession({
    pageId,
    personId,
    origin,
    Socket: socketsOf({ cookie, origin }),
    isSignedIn: async () => {
      const answer = await fetch(`${origin}/api/auth/session`, { headers: { cookie } });
      return Boolean(((await answer.json()) as { user?: unknown } | null)?.user);
    },
  });
  const fragment = session.doc.getXmlFragment(documentFragment);
  const read = () => fromYDoc(session.doc);
  return {
    ...session,
    read,
    write(text) {
      const paragraph = new Y.XmlElement("paragraph");
      paragraph.insert(0, [new Y.XmlText(text)]);
      fragment.push([paragraph]);
    },
    lines: () => read().content.map((block) => block.content?.map(({ text }) => text).join("") ?? ""),
    saved: () => reach(session, "saved"),
  };
}

/** A person at a page who connects to a node of `openPageNode`, or to what stands before several. */
export const sitAt = (origin: string, person: Person, pageId: string): Writer =>
  openWriter({ origin, cookie: cookieOf(person), pageId, personId: person.id });

/** Waits until a session is in a state. */
export async function reach(session: PageSession, state: string): Promise<void> {
  await vi.waitUntil(() => session.status.read().state === state, { timeout: 120_000, interval: 10 });
}
