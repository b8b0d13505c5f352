import * as decoding from "lib0/decoding";
import type { Awareness } from "y-protocols/awareness";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { documentFragment } from "../../../../contract/document/json.ts";
import {
  type CollabRefusal,
  collabMessages,
  collabMoves,
  collabPath,
  collabRefusals,
  emptyPageUpdate,
  type PageAccess,
  syncMessages,
} from "../../../../contract/wiki/collab.ts";
import { fetchSession } from "../../../lib/people/session-client.ts";
import type { ReadableStore } from "../../../lib/store.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { createStatusStore, type SessionStatus } from "./session-status.ts";

/** A page that is open for writing, together with everybody else who has it open. */
export interface PageSession {
  doc: Y.Doc;
  /** Where the text lies in `doc`. */
  fragment: Y.XmlFragment;
  /** Who else is here, as `{ user: { id, name }, cursor }`; the server fills in `user`. */
  awareness: Awareness;
  status: ReadableStore<SessionStatus>;
  /** Resolves when the page is here; an editor has to wait for it. Never rejects. */
  synced: Promise<void>;
  /** Ends and resumes the connection, as the browser does when it loses and finds the network. */
  goOffline(): void;
  comeBack(): void;
  /** Forgets what the server refuses to take, on this device too. */
  discard(): Promise<void>;
  destroy(): void;
}

interface PageSessionOptions {
  /** Of a page that is only about to be created, a promise: what is written until then is sent afterwards. */
  pageId: string | Promise<string>;
  personId: string;
  /** Where the portal is, and how it is reached; the browser's own ways, where nothing is said. */
  origin?: string;
  Socket?: typeof WebSocket;
  /** Whether somebody is still signed in; a browser cannot see why a socket was refused. */
  isSignedIn?: () => Promise<boolean>;
}

const maxPauseMs = 10_000;
/** How long a page may take to get from one node to another before anybody has to know. */
const moveLimitMs = 5000;

/** What is known of the connection to the server. */
interface Connection {
  /** How many updates went out, and how many of them the server has stored. */
  sent: number;
  stored: number;
  isConnected: boolean;
  wasLost: boolean;
  /** Runs while the page moves to another node. */
  moving?: ReturnType<typeof setTimeout> | undefined;
  /** Something was written while the socket was closing; only the next connection takes it along. */
  isBehind: boolean;
  access?: PageAccess;
  refusal?: { code: CollabRefusal; hasUnsaved: boolean };
}

/** Opens a page for writing. It reconnects by itself, and keeps on this device what the server has not stored yet. */
export function openPageSession(options: PageSessionOptions): PageSession {
  const { pageId, personId, origin = window.location.origin, Socket = WebSocket, isSignedIn = asksServer } = options;
  const doc = new Y.Doc();
  const isNew = typeof pageId !== "string";
  if (isNew) Y.applyUpdate(doc, emptyPageUpdate);
  let isPlaced = !isNew;
  const status = createStatusStore();
  const drafts = new DraftKeeper(doc, { pageId, personId, onKept: () => updateStatus() });
  const connection: Connection = { sent: 0, stored: 0, isConnected: false, wasLost: false, isBehind: false };
  let isDestroyed = false;

  const CountingSocket = countingSocket(Socket, () => {
    connection.sent += 1;
    updateStatus();
  });
  const provider = createProvider({ origin, pageId: isNew ? "" : pageId, doc, Socket: CountingSocket });
  drafts.watch(provider);
  doc.on("update", (_update: Uint8Array, from: unknown) => {
    if (from !== provider && provider.ws?.readyState !== Socket.OPEN) connection.isBehind = true;
    updateStatus();
  });
  const { awareness } = provider;
  quietEchoes(provider);

  function updateStatus(): void {
    if (isDestroyed) return;
    if (connection.isConnected && provider.synced) endMove(connection);
    const now = statusOf(connection, drafts, provider.synced);
    if (now.state === "saved") drafts.forgetSaved();
    status.set(now);
  }

  function refuse(code: CollabRefusal): void {
    connection.refusal = { code, hasUnsaved: drafts.hasUnsaved };
    // Whoever may no longer see a page shall not keep parts of it. Nothing else costs work: a session begins again, and
    // a page comes back out of the trash.
    if (code === 4404) void drafts.abandon();
    provider.disconnect();
    updateStatus();
  }

  provider.messageHandlers[collabMessages.saved] = (_encoder, decoder) => {
    connection.stored = decoding.readVarUint(decoder);
    updateStatus();
  };
  provider.messageHandlers[collabMessages.access] = (_encoder, decoder) => {
    connection.access = decoding.readVarString(decoder) as PageAccess;
    updateStatus();
  };
  provider.on("status", ({ status: state }) => {
    if (state === "connecting") Object.assign(connection, { sent: 0, stored: 0 });
    // What was written before is part of what the server asks for now.
    if (state === "connected") Object.assign(connection, { isConnected: true, isBehind: false });
    // Another tab may have been closed meanwhile, before it could say what was written in it.
    if (state === "connected" && connection.wasLost) void drafts.load().then(updateStatus);
    if (state === "disconnected") connection.isConnected = false;
    updateStatus();
  });
  provider.on("connection-close", (event) => {
    Object.assign(connection, { isConnected: false, wasLost: true });
    if (event?.code === collabMoves) beginMove(connection, updateStatus);
    if (event && event.code in collabRefusals) refuse(event.code as CollabRefusal);
    else if (event?.code === 1006) void isSignedIn().then((is) => !is && !isDestroyed && refuse(4401), updateStatus);
    updateStatus();
  });
  const synced = isNew ? Promise.resolve() : new Promise<void>((resolve) => provider.once("sync", () => resolve()));
  provider.on("sync", updateStatus);

  const goOffline = () => void (connection.refusal || provider.disconnect());
  const comeBack = () => void (connection.refusal || !isPlaced || provider.connect());
  const unlisten = onNetworkChange(goOffline, comeBack);

  void Promise.resolve(pageId).then(async (id) => {
    provider.roomname = id;
    await drafts.load();
    isPlaced = true;
    if (!isDestroyed) provider.connect();
  });

  return {
    doc,
    awareness,
    status,
    synced,
    goOffline,
    comeBack,
    fragment: doc.getXmlFragment(documentFragment),
    discard: () => drafts.forget(),
    destroy() {
      isDestroyed = true;
      endMove(connection);
      unlisten();
      provider.destroy();
      awareness.destroy();
      drafts.close();
      doc.destroy();
    },
  };
}

/** Nobody has to know of a move, unless it takes long. */
function beginMove(connection: Connection, onLate: () => void): void {
  connection.moving ??= setTimeout(() => {
    endMove(connection);
    onLate();
  }, moveLimitMs);
}

function endMove(connection: Connection): void {
  clearTimeout(connection.moving);
  connection.moving = undefined;
}

function statusOf(connection: Connection, drafts: DraftKeeper, isSynced: boolean): SessionStatus {
  const { refusal, access, isConnected, wasLost, stored, sent, isBehind, moving } = connection;
  if (refusal) return { state: "refused", ...refusal, sentence: collabRefusals[refusal.code], access };
  if (moving) return { state: drafts.hasUnsaved || isBehind || stored < sent ? "saving" : "saved", access };
  if (!isConnected && wasLost) {
    const { hasUnsaved, isKept, isKeeping } = drafts;
    return { state: "offline", hasUnsaved, isKept, isKeeping, access };
  }
  if (!isSynced) return { state: "connecting", hasUnsaved: drafts.hasUnsaved, access };
  return { state: stored < sent || isBehind ? "saving" : "saved", access };
}

function createProvider(to: { origin: string; pageId: string; doc: Y.Doc; Socket: typeof WebSocket }) {
  return new WebsocketProvider(`${to.origin.replace(/^http/, "ws")}${collabPath}`, to.pageId, to.doc, {
    connect: false,
    disableBc: true,
    maxBackoffTime: maxPauseMs,
    WebSocketPolyfill: to.Socket,
    shouldReconnect: ({ code }) => !(code in collabRefusals),
  });
}

/** Listens to the browser losing and finding the network; returns what ends that. */
function onNetworkChange(onOffline: () => void, onOnline: () => void): () => void {
  globalThis.addEventListener?.("offline", onOffline);
  globalThis.addEventListener?.("online", onOnline);
  return () => {
    globalThis.removeEventListener?.("offline", onOffline);
    globalThis.removeEventListener?.("online", onOnline);
  };
}

const asksServer = async () => (await fetchSession()) !== null;

/** The provider would send back to the server what it has just heard of others. */
function quietEchoes(provider: WebsocketProvider): void {
  const { awareness } = provider;
  const announce = provider._awarenessUpdateHandler;
  awareness.off("update", announce);
  const announceOwn = (changes: Parameters<typeof announce>[0], origin: unknown) => {
    if (origin !== provider) announce(changes, origin);
  };
  awareness.on("update", announceOwn);
}

/** A class of sockets that reports every update of the document that it sends: so many the server has to store. */
function countingSocket(Base: typeof WebSocket, onUpdateSent: () => void): typeof WebSocket {
  return class extends Base {
    override send(data: Parameters<WebSocket["send"]>[0]): void {
      if (isUpdate(data)) onUpdateSent();
      super.send(data);
    }
  };
}

/** Both numbers are far below 128 and take one byte each. */
function isUpdate(data: unknown): boolean {
  if (!(data instanceof Uint8Array) || data[0] !== collabMessages.sync) return false;
  return data[1] === syncMessages.answer || data[1] === syncMessages.update;
}
