import type { Bus } from "./bus.ts";

/** The bus of a portal that has no other nodes: nobody hears it, and nothing is ever missed. */
export function localBus(): Bus {
  const unsubscribe = () => undefined;
  return {
    publish: () => undefined,
    subscribe: () => unsubscribe,
    onGap: () => unsubscribe,
    onConnection: () => unsubscribe,
    isConnected: () => true,
    figures: () => ({ isConnected: true, lagMs: undefined, gaps: 0 }),
    end: async () => undefined,
  };
}
