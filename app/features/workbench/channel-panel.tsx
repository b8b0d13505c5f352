import { entriesOf } from "../../../contract/narrowing.ts";
import { type ChannelStatus, useLive } from "../../lib/live/live-store.ts";
import { Section } from "../../ui/section.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";

const statuses: Record<ChannelStatus, { state: StatusState; label: string }> = {
  waiting: { state: "unknown", label: "wartet" },
  subscribed: { state: "online", label: "abonniert" },
  refused: { state: "offline", label: "verweigert" },
};

export function ChannelPanel() {
  const channels = entriesOf(useLive((live) => live.channels));
  return (
    <Section title="Kanäle">
      {channels.length === 0 && <p className="py-4 text-ui text-text-2">Noch kein Kanal.</p>}
      <ul>
        {channels.map(
          ([name, status]) =>
            status && (
              <li key={name} className="flex min-h-9 items-center gap-3 border-b text-ui">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <Status state={statuses[status].state}>{statuses[status].label}</Status>
              </li>
            ),
        )}
      </ul>
    </Section>
  );
}
