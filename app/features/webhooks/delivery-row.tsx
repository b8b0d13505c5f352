import { deliveryStates, type WebhookDelivery } from "../../../contract/webhooks/webhooks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatMs } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { LogDetails, LogRow } from "../../ui/status/log-row.tsx";
import { stateTones } from "./delivery-tones.ts";
import { eventLabel } from "./event-labels.ts";

/** A delivery with the last words about it; what was sent and what was answered unfold. */
export function DeliveryRow({ delivery, url }: { delivery: WebhookDelivery; url: string | undefined }) {
  const { id, event, state, attempts, createdAt, nextAttemptAt, status, durationMs, error } = delivery;
  const trpc = useTRPC();
  const resend = useMutate(trpc.webhook.resend.mutationOptions(), {
    refreshes: ["webhook"],
    success: "Wird erneut gesendet.",
  });
  const facts = [
    ...(status === null ? [] : [`Status ${status}`]),
    ...(durationMs === null ? [] : [formatMs(durationMs)]),
    ...(attempts === 0 ? [] : [attempts === 1 ? "1 Versuch" : `${attempts} Versuche`]),
  ];
  return (
    <LogRow
      title={eventLabel(event)}
      state={{ label: deliveryStates[state], tone: stateTones[state] }}
      time={<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>}
      target={url && <span className="font-mono text-[12px] leading-[18px]">{url}</span>}
      facts={facts}
      answer={error}
      next={
        state === "queued" && nextAttemptAt && attempts > 0
          ? `Nächster Versuch ${formatDateTime(nextAttemptAt)}`
          : undefined
      }
      action={
        state !== "queued" && (
          <Button
            size="sm"
            aria-label={`${eventLabel(event)} vom ${formatDateTime(createdAt)} erneut senden`}
            loading={resend.isPending}
            onClick={() => resend.mutate({ id })}
          >
            Erneut senden
          </Button>
        )
      }
    >
      <Content delivery={delivery} />
    </LogRow>
  );
}

function Content({ delivery: { payload, answer, event } }: { delivery: WebhookDelivery }) {
  return (
    <LogDetails label="Inhalt und Antwort">
      <dl className="mt-1.5 grid gap-2 text-meta">
        <div>
          <dt className="text-text-3">Gesendet ({event})</dt>
          <dd>
            <Code text={readable(payload)} />
          </dd>
        </div>
        <div>
          <dt className="text-text-3">Antwort des Empfängers</dt>
          <dd>{answer ? <Code text={answer} /> : <span className="text-text-2">Ohne Inhalt</span>}</dd>
        </div>
      </dl>
    </LogDetails>
  );
}

function Code({ text }: { text: string }) {
  return (
    <pre className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap rounded-8 bg-sunken px-2.5 py-2 font-mono text-[12px] leading-[18px] text-text-1 [overflow-wrap:anywhere]">
      {text}
    </pre>
  );
}

function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
