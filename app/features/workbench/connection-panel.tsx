import { formatClock, formatMoment } from "../../lib/format.ts";
import { type LinkStatus, type LiveState, useLive, useLiveState } from "../../lib/live/live-store.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Section } from "../../ui/section.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";

const stateLabels: Record<LiveState, { status: StatusState; word: string }> = {
  connecting: { status: "unknown", word: "Verbindet …" },
  online: { status: "online", word: "Verbunden" },
  paused: { status: "offline", word: "Pausiert" },
  interrupted: { status: "offline", word: "Unterbrochen" },
};

const linkLabels: Record<LinkStatus, string> = { connecting: "verbindet", online: "verbunden", offline: "getrennt" };
const shownHistory = 12;

export function ConnectionPanel() {
  const { status, word } = stateLabels[useLiveState()];
  const socketId = useLive((live) => live.socketId);
  const history = useLive((live) => live.history);
  return (
    <Section title="Verbindung" aside={<Status state={status}>{word}</Status>}>
      {socketId && (
        <p className="flex h-10 items-center gap-2 border-b text-ui">
          <span className="text-text-3">Socket</span>
          <span className="min-w-0 flex-1 truncate text-right font-mono text-meta">{socketId}</span>
          <CopyButton text={socketId} label="Socket kopieren" />
        </p>
      )}
      <ol aria-label="Verlauf der Verbindung, das Neueste zuerst">
        {history
          .toReversed()
          .slice(0, shownHistory)
          .map(({ order, status: link, at }) => (
            <li key={order} className="flex h-8 items-center gap-3 text-ui text-text-2">
              {linkLabels[link]}
              <time dateTime={at.toISOString()} title={formatMoment(at)} className="num ml-auto text-label text-text-3">
                {formatClock(at)}
              </time>
            </li>
          ))}
      </ol>
    </Section>
  );
}
