import type { LiveEventName, LivePayload } from "../../contract/live/live-events.ts";

/**
 * One event on its way to browsers: to its channel, or to one person. That is how events bound to the person go, and
 * those of a channel that are about something restricted.
 */
export type Signal<Name extends LiveEventName = LiveEventName> = Name extends LiveEventName
  ? { event: Name; payload: LivePayload<Name>; toUserId?: string; exceptSocketId?: string }
  : never;

/** What sends signals to the push service. Neither method throws or rejects: a failed signal is logged, the row is the truth. */
export interface Publisher {
  publish(signals: Signal[]): Promise<void>;
  /** Cuts the sockets of a person or of one of their sessions. */
  disconnect(target: { userId: string } | { sessionId: string }): void;
  /**
   * Another one after each signal, and never one that was there before. Absent where others publish to the same
   * browsers: what they have sent is not counted here.
   */
  position?: (() => string) | undefined;
}
