import * as decoding from "lib0/decoding";
import type { Awareness } from "y-protocols/awareness";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { documentFragment } from "../../../../contract/document/json.ts";
import {
  type CollabRefusal,
  collabMessages,
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

/** Opens a page for writing. It reconnects by itself, and keeps on this device what the server has not stored yet. */
export function openPageSession(options: PageSessionOptions): PageSession {
  const { pageId, personId, origin = window.location.origin, Socket = WebSocket, isSignedIn = asksServer } = options;
  const doc = new Y.Doc();
  const isNew = typeof pageId !== "string";
  if (isNew) Y.applyUpdate(doc, emptyPageUpdate);
  let isPlaced = !isNew;
  const status = createStatusStore();
  const drafts = new DraftKeeper(doc, { pageId, personId, onKept: () => updateStatus() });
  let sent = 0;
  let stored = 0;
  let access: PageAccess | undefined;
  let isConnected = false;
  let wasLost = false;
  /** Something was written while the socket was closing; only the next connection takes it along. */
  let isBehind = false;
  let refusal: { code: CollabRefusal; hasUnsaved: boolean } | undefined;
  let isDestroyed = false;

  const CountingSocket = countingSocket(Socket, () => {
    sent += 1;
    updateStatus();
  });
  const provider = createProvider({ origin, pageId: isNew ? "" : pageId, doc, Socket: CountingSocket });
  drafts.watch(provider);
  doc.on("update", (_update: Uint8Array, from: unknown) => {
    if (from !== provider && provider.ws?.readyState !== Socket.OPEN) isBehind = true;
    updateStatus();
  });
  const { awareness } = provider;
  quietEchoes(provider);

  function updateStatus(): void {
    if (isDestroyed) return;
    status.set(currentStatus());
  }

  function currentStatus(): SessionStatus {
    if (refusal) return { state: "refused", ...refusal, sentence: collabRefusals[refusal.code], access };
    if (!isConnected && wasLost) {
      const { hasUnsaved, isKept, isKeeping } = drafts;
      return { state: "offline", hasUnsaved, isKept, isKeeping, access };
    }
    if (!provider.synced) return { state: "connecting", access };
    if (stored < sent || isBehind) return { state: "saving", access };
    drafts.settle();
    return { state: "saved", access };
  }

  function refuse(code: CollabRefusal): void {
    refusal = { code, hasUnsaved: drafts.hasUnsaved };
    // Whoever may no longer see a page shall not keep parts of it. Nothing else costs work: a session begins again, and
    // a page comes back out of the trash.
    if (code === 4404) void drafts.abandon();
    provider.disconnect();
    updateStatus();
  }

  provider.messageHandlers[collabMessages.saved] = (_encoder, decoder) => {
    stored = decoding.readVarUint(decoder);
    updateStatus();
  };
  provider.messageHandlers[collabMessages.access] = (_encoder, decoder) => {
    access = decoding.readVarString(decoder) as PageAccess;
    updateStatus();
  };
  provider.on("status", ({ status: state }) => {
    if (state === "connecting") [sent, stored] = [0, 0];
    // What was written before is part of what the server asks for now.
    if (state === "connected") [isConnected, isBehind] = [true, false];
    // Another tab may have been closed meanwhile, before it could say what was written in it.
    if (state === "connected" && wasLost) void drafts.load().then(updateStatus);
    if (state === "disconnected") isConnected = false;
    updateStatus();
  });
  provider.on("connection-close", (event) => {
    [isConnected, wasLost] = [false, true];
    if (event && event.code in collabRefusals) refuse(event.code as CollabRefusal);
    else if (event?.code === 1006) void isSignedIn().then((is) => !is && !isDestroyed && refuse(4401), updateStatus);
    updateStatus();
  });
  const synced = isNew ? Promise.resolve() : new Promise<void>((resolve) => provider.once("sync", () => resolve()));
  provider.on("sync", updateStatus);

  const goOffline = () => void (refusal || provider.disconnect());
  const comeBack = () => void (refusal || !isPlaced || provider.connect());
  const unlisten = onNetworkChange(goOffline, comeBack);

  void Promise.resolve(pageId).then(async (id) => {
    provider.roomname = id;
    await drafts.load();
    isPlaced = true;
    if (!isDestroyed) provider.connect();
  });

  return {
    ...{ doc, awareness, status, synced, goOffline, comeBack },
    fragment: doc.getXmlFragment(documentFragment),
    discard: () => drafts.forget(),
    destroy() {
      isDestroyed = true;
      unlisten();
      provider.destroy();
      awareness.destroy();
      drafts.close();
      doc.destroy();
    },
  };
}

function createProvider(to: { origin: string; pageId: string; doc: Y.Doc; Socket: typeof WebSocket }) {
  return new WebsocketProvider(`${to.origin.replace(/^http/, "ws")}${collabPath}`, to.pageId, to.doc, {
    ...{ connect: false, disableBc: true, maxBackoffTime: maxPauseMs, WebSocketPolyfill: to.Socket },
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
