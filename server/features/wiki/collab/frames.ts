import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { collabLimits, collabMessages, type PageAccess, syncMessages } from "../../../../contract/wiki/collab.ts";

/** What a client says. `update` is what it has written, or what it knows beyond what it was asked with. */
export type Incoming =
  | { kind: "ask"; stateVector: Uint8Array }
  | { kind: "update"; update: Uint8Array; isAnswer: boolean }
  | { kind: "awareness"; entries: AwarenessEntry[] };

export interface AwarenessEntry {
  clientId: number;
  /** What the client shows of itself; null when it has gone. */
  state: unknown;
}

/** Reads a message; throws when it is none of the protocol's. */
export function readFrame(frame: Uint8Array): Incoming {
  const decoder = decoding.createDecoder(frame);
  const kind = decoding.readVarUint(decoder);
  if (kind === collabMessages.awareness) return readAwareness(decoding.readVarUint8Array(decoder));
  if (kind !== collabMessages.sync) throw new Error("unknown kind of message");
  const step = decoding.readVarUint(decoder);
  const bytes = decoding.readVarUint8Array(decoder);
  if (step === syncMessages.ask) return { kind: "ask", stateVector: bytes };
  const isAnswer = step === syncMessages.answer;
  if (isAnswer || step === syncMessages.update) return { kind: "update", update: bytes, isAnswer };
  throw new Error("unknown kind of sync message");
}

function readAwareness(bytes: Uint8Array): Incoming {
  if (bytes.length > collabLimits.awarenessBytes) throw new Error("too much about who is here");
  const decoder = decoding.createDecoder(bytes);
  const count = decoding.readVarUint(decoder);
  if (count > collabLimits.awarenessEntries) throw new Error("too many states at once");
  const entries = Array.from({ length: count }, () => {
    const clientId = decoding.readVarUint(decoder);
    decoding.readVarUint(decoder);
    return { clientId, state: JSON.parse(decoding.readVarString(decoder)) };
  });
  return { kind: "awareness", entries };
}

/** Asks a client for what the server does not have. */
export const askFrame = (stateVector: Uint8Array) => syncFrame(syncMessages.ask, stateVector);
/** Gives a client what it has asked for. */
export const answerFrame = (update: Uint8Array) => syncFrame(syncMessages.answer, update);
/** Passes on what somebody has written. */
export const updateFrame = (update: Uint8Array) => syncFrame(syncMessages.update, update);

function syncFrame(step: number, bytes: Uint8Array): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, collabMessages.sync);
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, bytes);
  });
}

/** Says how many updates of this connection are stored by now. */
export function savedFrame(count: number): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, collabMessages.saved);
    encoding.writeVarUint(encoder, count);
  });
}

export function accessFrame(access: PageAccess): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, collabMessages.access);
    encoding.writeVarString(encoder, access);
  });
}

export interface AwarenessUpdate {
  clientId: number;
  clock: number;
  state: Record<string, unknown> | null;
}

export function awarenessFrame(news: readonly AwarenessUpdate[]): Uint8Array {
  const update = encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, news.length);
    for (const { clientId, clock, state } of news) {
      encoding.writeVarUint(encoder, clientId);
      encoding.writeVarUint(encoder, clock);
      encoding.writeVarString(encoder, JSON.stringify(state));
    }
  });
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, collabMessages.awareness);
    encoding.writeVarUint8Array(encoder, update);
  });
}
