/** What pages may use of the live connection. */
export { LiveProvider } from "./live/live-provider.tsx";
export { type LiveState, useLiveState, usePresence } from "./live/live-store.ts";
