/**
 * The first update of every page that begins empty: one paragraph, by the client 1. A browser that writes before the
 * server has the page begins from the same bytes, so that both histories have the same paragraph.
 */
export const emptyPageUpdate = Uint8Array.from([
  1, 1, 1, 0, 7, 1, 7, 99, 111, 110, 116, 101, 110, 116, 3, 9, 112, 97, 114, 97, 103, 114, 97, 112, 104, 0,
]);

/** The path below which pages are edited together; the id of the page follows. */
export const collabPath = "/collab/";

/** Kinds of messages. The first two are those of y-protocols; the server alone sends the others. */
export const collabMessages = { sync: 0, awareness: 1, saved: 4, access: 5 } as const;

/** Kinds of sync messages, as in y-protocols. */
export const syncMessages = { ask: 0, answer: 1, update: 2 } as const;

export type PageAccess = "edit" | "read";

/**
 * Why the server ends a connection for good; codes from 4400 to 4499 tell the client not to come back by itself. 1009
 * is what WebSocket itself says about a message that is too long; 4401 is what a client finds out when it is not let in.
 */
export const collabRefusals = {
  1009: "Diese Änderung ist zu groß. Füge den Text in kleineren Teilen ein.",
  4400: "Deine Änderungen konnten nicht gelesen werden. Lade die Seite neu.",
  4401: "Du bist nicht mehr angemeldet.",
  4403: "Du darfst diese Seite nur lesen. Deine letzten Änderungen wurden nicht übernommen.",
  4404: "Diese Seite gibt es nicht, oder du darfst sie nicht sehen.",
  4413: "Diese Seite ist voll. Teile sie auf mehrere Seiten auf.",
} as const;

export type CollabRefusal = keyof typeof collabRefusals;

/** The server cannot serve the connection now; the client comes back later. */
export const collabTryLater = 4503;

/** The node ends soon; the client comes back at once, to another one, and nobody has to be told. */
export const collabMoves = 4504;

export const collabLimits = {
  messageBytes: 1_000_000,
  /** Of one change; 3,000 pasted paragraphs are about as many. */
  updateParts: 10_000,
  /** Of one message about who is here; a client speaks for itself only. */
  awarenessEntries: 20,
  awarenessBytes: 32_000,
  /** Of all that Yjs keeps about a page, what was deleted included. */
  stateBytes: 8_000_000,
  peoplePerPage: 200,
  socketsPerPerson: 20,
} as const;

/** How a person at a page is shown to the others; the server says it, whatever the client claims. */
export interface CollabPerson {
  id: string;
  name: string;
}
