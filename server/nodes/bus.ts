/**
 * How the nodes of one portal wake each other. A message says that there is something to look at, and is never the only
 * place where it stands: whoever misses one finds the same in the database by asking.
 */
export interface Bus {
  /**
   * Tells the other nodes; what this node publishes does not come back to it. Never throws, rejects or waits: where the
   * others cannot be reached the message is dropped, and they find a gap.
   */
  publish(topic: string, payload: BusPayload): void;
  /** Calls back with what the others publish, in the order of each; returns how to stop. */
  subscribe(topic: string, handler: BusHandler): () => void;
  /**
   * Calls back when messages may have been missed: after a hole in the numbers of a node, and when a lost connection is
   * there again. Whoever listens looks at everything anew. Returns how to stop.
   */
  onGap(listener: () => void): () => void;
  /** Calls back when the connection is lost and when it is there again; returns how to stop. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  /** Whether messages reach the others; always true where there are none. */
  isConnected(): boolean;
  figures(): BusFigures;
  end(): Promise<void>;
}

export interface BusFigures {
  isConnected: boolean;
  /** How long a message last took to come back to this node; undefined while none does. */
  lagMs: number | undefined;
  /** How often messages may have been missed since the start. */
  gaps: number;
}

/** What JSON carries. Another version may have sent it, so whoever hears it checks it. */
export type BusPayload = Readonly<Record<string, unknown>>;

/** An error in it is logged and concerns nobody else. */
export type BusHandler = (payload: unknown) => void;
