import { event } from "./live-event.ts";
import { choice, fields, flag } from "./payload.ts";

/** What becomes of live events where several nodes serve one portal. */
export const nodeEvents = {
  /**
   * The portal itself says it to the browsers of one node, and to nobody else: what other nodes have sent may not have
   * been heard, or is not heard at the moment.
   */
  liveGap: event({
    boundTo: { channel: "website" },
    payload: fields({ live: fields({ isPaused: flag }) }),
    sample: { live: { isPaused: false } },
    refreshes: ({ live: { isPaused } }) => (isPaused ? [] : "everything"),
    isOfPortal: true,
  }),
  /** A node that ends soon says it to its own browsers, which open their sockets at another one. */
  liveMove: event({
    boundTo: { channel: "website" },
    payload: fields({ live: fields({ isMoving: choice([true]) }) }),
    sample: { live: { isMoving: true } },
    refreshes: [],
    isOfPortal: true,
  }),
} as const;
