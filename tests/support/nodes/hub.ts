import type { Bus, BusHandler } from "../../../server/nodes/bus.ts";

/** Nodes of one process that hear each other, as those of a portal do over Redis; what they say passes through JSON. */
export function openHub() {
  const members = new Set<Member>();

  return {
    join(): TestBus {
      const own: Member = { handlers: new Map(), gaps: new Set(), connections: new Set(), isConnected: true };
      members.add(own);
      return {
        publish(topic, payload) {
          if (!own.isConnected) return;
          for (const other of members)
            if (other !== own && other.isConnected)
              for (const handler of other.handlers.get(topic) ?? []) handler(JSON.parse(JSON.stringify(payload)));
        },
        subscribe(topic, handler) {
          const handlers = own.handlers.get(topic) ?? new Set();
          own.handlers.set(topic, handlers.add(handler));
          return () => handlers.delete(handler);
        },
        onGap: (listener) => listenTo(own.gaps, listener),
        onConnection: (listener) => listenTo(own.connections, listener),
        isConnected: () => own.isConnected,
        figures: () => ({ isConnected: own.isConnected, lagMs: undefined, gaps: 0 }),
        end: async () => void members.delete(own),
        cut() {
          own.isConnected = false;
          for (const listener of own.connections) listener(false);
        },
        mend() {
          own.isConnected = true;
          for (const listener of own.connections) listener(true);
          for (const listener of own.gaps) listener();
        },
      };
    },
  };
}

export interface TestBus extends Bus {
  /** Neither hears nor is heard from here on. */
  cut(): void;
  /** Hears and is heard again, and finds a gap. */
  mend(): void;
}

interface Member {
  handlers: Map<string, Set<BusHandler>>;
  gaps: Set<() => void>;
  connections: Set<(isConnected: boolean) => void>;
  isConnected: boolean;
}

function listenTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
