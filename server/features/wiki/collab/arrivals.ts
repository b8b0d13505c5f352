import { BadUpdate, OversizedUpdate } from "./apply-update.ts";
import type { Connection } from "./connection.ts";
import { answerFrame, type Incoming } from "./frames.ts";
import type { RoomConnections } from "./room-connections.ts";
import type { StoredText, Taken } from "./stored-text.ts";

/** What a client has sent. */
export interface Arrival {
  connection: Connection;
  message: Exclude<Incoming, { kind: "awareness" }>;
}

/** What is in the text and not yet stored. */
export interface Arrived extends Taken {
  connection?: Connection;
}

interface Room {
  connections: RoomConnections;
  content: StoredText;
  /** Whether clients may know from another node what has not come here yet. */
  isShared: boolean;
}

/** Brings what has arrived into the text; whoever sent what cannot be taken loses the connection. */
export async function takeArrivals(room: Room, arrivals: readonly Arrival[]): Promise<Arrived[]> {
  const { connections, content, isShared } = room;
  const taken: Arrived[] = [];
  for (const { connection, message } of arrivals) {
    if (connection.isCut || message.kind !== "update") continue;
    try {
      // What a client knows from another node is not its own work, and no reason to refuse a reader.
      if (isShared && message.isAnswer) await content.catchUp();
      const update = await content.text.receive(message.update);
      if (connection.isCut) continue;
      if (connection.access === "read") refuseReader(room, connection, message.update);
      else taken.push({ connection, userId: connection.person.id, ...content.text.take(update) });
    } catch (error) {
      if (!(error instanceof BadUpdate || error instanceof OversizedUpdate)) throw error;
      connections.expel(connection, error instanceof OversizedUpdate ? error.code : 4400);
      if (error.hasTouched) await content.rebuild(taken);
    }
  }
  return taken;
}

/** A client that reads answers the question for its updates too; all of them have to be known. */
function refuseReader({ connections, content }: Room, connection: Connection, update: Uint8Array): void {
  if (!content.text.knows(update)) connections.expel(connection, 4403);
}

/** Answers what clients ask, and says that the rest of what has arrived is stored. */
export function answerArrivals(room: Room, arrivals: readonly Arrival[]): void {
  const stored = new Map<Connection, number>();
  for (const { connection, message } of arrivals) {
    if (connection.isCut) continue;
    if (message.kind === "update") stored.set(connection, (stored.get(connection) ?? 0) + 1);
    else answer(room, connection, message.stateVector);
  }
  for (const [connection, updates] of stored) connection.acknowledge(updates);
}

function answer({ connections, content }: Room, connection: Connection, stateVector: Uint8Array): void {
  try {
    connection.send(answerFrame(content.text.since(stateVector)));
  } catch {
    connections.expel(connection, 4400);
  }
}
