import { z } from "../../../../contract/zod.ts";
import type { BusPayload } from "../../../nodes/bus.ts";
import type { StoredUpdate } from "./room-store.ts";

const shownState = z.record(z.string(), z.unknown()).nullable();
const update = z.object({ number: z.number(), userId: z.string().nullable(), data: z.base64() });

/** What the rooms of a page on different nodes tell each other; each of it can also be found out by asking. */
const pageMessage = z.discriminatedUnion("kind", [
  /** Updates are stored, the last one under this number; small ones come along. */
  z.object({ kind: z.literal("stored"), last: z.number(), updates: z.array(update) }),
  z.object({
    kind: z.literal("awareness"),
    entries: z.array(z.object({ clientId: z.number(), state: shownState })),
  }),
  /** Whoever hears it tells who is connected to it. */
  z.object({ kind: z.literal("whoIsHere") }),
  /** The room is closed, and nobody is connected to it any more. */
  z.object({ kind: z.literal("closed") }),
]);

/** What nodes tell each other whatever pages they have open. */
const nodeMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("alive") }),
  /** Rights have changed, of one page or of `all`. */
  z.object({ kind: z.literal("recheck"), pageId: z.string() }),
]);

export type PageMessage = z.infer<typeof pageMessage>;
export type NodeMessage = z.infer<typeof nodeMessage>;

const envelope = z.object({ from: z.string(), message: z.unknown() });

/** A message as it goes over the bus. */
export const toPayload = (from: string, message: PageMessage | NodeMessage): BusPayload => ({ from, message });

/** Calls back with the messages that this version understands; another one may say more. */
export const readingPage = (heed: (message: PageMessage, from: string) => void) => reading(pageMessage, heed);
export const readingNode = (heed: (message: NodeMessage, from: string) => void) => reading(nodeMessage, heed);

function reading<Message>(schema: z.ZodType<Message>, heed: (message: Message, from: string) => void) {
  return (payload: unknown) => {
    const { data: sent } = envelope.safeParse(payload);
    const { data: message } = schema.safeParse(sent?.message);
    if (sent && message !== undefined) heed(message, sent.from);
  };
}

/** More is fetched from the database by whoever has the page open. */
const maxSentBytes = 64_000;

/** Tells of what is stored. */
export function storedMessage(updates: readonly StoredUpdate[]): PageMessage {
  const isSmall = updates.reduce((sum, { data }) => sum + data.length, 0) <= maxSentBytes;
  const sent = updates.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data).toString("base64") }));
  return { kind: "stored", last: updates.at(-1)?.number ?? 0, updates: isSmall ? sent : [] };
}

/** The updates that came along with a message. */
export const updatesIn = ({ updates }: Extract<PageMessage, { kind: "stored" }>): StoredUpdate[] =>
  updates.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data, "base64") }));
