import type { ChannelName } from "../../../contract/live/live-events.ts";

/** Through what an event comes, as the workbench names it. */
export function sourceLabel(source: ChannelName | "person"): string {
  return source === "person" ? "an dich" : `Kanal ${source}`;
}
