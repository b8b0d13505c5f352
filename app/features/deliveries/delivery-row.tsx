import type { ReactNode } from "react";
import { type Delivery, deliveryStates } from "../../../contract/deliveries/deliveries.ts";
import { formatDateTime, formatMs } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { LogDetails, LogRow } from "../../ui/status/log-row.tsx";
import { stateTones } from "./delivery-tones.ts";

interface DeliveryRowProps {
  delivery: Delivery;
  title: string;
  target: ReactNode;
  /** Absent where sending it again would only send it twice. */
  resend?: { isPending: boolean; run: () => void } | undefined;
  /** What was sent. */
  sent: { label: string; text: string };
}

/** A delivery with the last words about it; what was sent and what was answered unfold. */
export function DeliveryRow({ delivery, title, target, resend, sent }: DeliveryRowProps) {
  const { state, attempts, createdAt, status, durationMs, error, answer } = delivery;
  const facts = [
    ...(status === null ? [] : [`Status ${status}`]),
    ...(durationMs === null ? [] : [formatMs(durationMs)]),
    ...(attempts === 0 ? [] : [attempts === 1 ? "1 Versuch" : `${attempts} Versuche`]),
  ];
  return (
    <LogRow
      title={title}
      state={{ label: deliveryStates[state], tone: stateTones[state] }}
      time={<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>}
      target={target}
      facts={facts}
      answer={error}
      next={nextAttemptText(delivery)}
      action={
        resend && (
          <Button
            size="sm"
            aria-label={`${title} vom ${formatDateTime(createdAt)} erneut senden`}
            loading={resend.isPending}
            onClick={resend.run}
          >
            Erneut senden
          </Button>
        )
      }
    >
      <LogDetails label="Inhalt und Antwort">
        <dl className="mt-1.5 grid gap-2 text-meta">
          <div>
            <dt className="text-text-3">{sent.label}</dt>
            <dd>
              <Code text={sent.text} />
            </dd>
          </div>
          <div>
            <dt className="text-text-3">Antwort des Empfängers</dt>
            <dd>{answer ? <Code text={answer} /> : <span className="text-text-2">Ohne Inhalt</span>}</dd>
          </div>
        </dl>
      </LogDetails>
    </LogRow>
  );
}

function nextAttemptText({ state, attempts, createdAt, nextAttemptAt }: Delivery): string | undefined {
  if (state !== "queued" || !nextAttemptAt) return undefined;
  if (attempts > 0) return `Nächster Versuch ${formatDateTime(nextAttemptAt)}`;
  return nextAttemptAt > createdAt ? `Wartet bis ${formatDateTime(nextAttemptAt)}` : undefined;
}

/** Text of another program, as it is. */
export function Code({ text }: { text: string }) {
  return (
    <pre className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap rounded-8 bg-sunken px-2.5 py-2 font-mono text-[12px] leading-[18px] text-text-1 [overflow-wrap:anywhere]">
      {text}
    </pre>
  );
}
