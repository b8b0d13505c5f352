import { deliveryStates, type WebhookDelivery } from "../../../../contract/webhooks.ts";
import { formatDateTime, formatMs } from "../../../lib/format.ts";
import { useMutate } from "../../../lib/mutate.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { stateTones } from "./delivery-tones.ts";
import { eventLabel } from "./event-words.ts";

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
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-72 text-ui">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{eventLabel(event)}</span>
          <Tag tone={stateTones[state]}>{deliveryStates[state]}</Tag>
          <time dateTime={createdAt.toISOString()} className="num text-label text-text-3">
            {formatDateTime(createdAt)}
          </time>
        </p>
        {url && <p className="font-mono text-[12px] leading-[18px] text-text-3 [overflow-wrap:anywhere]">{url}</p>}
        {facts.length > 0 && <p className="text-meta text-text-2">{facts.join(" · ")}</p>}
        {error && <p className="text-meta text-bad-text [overflow-wrap:anywhere]">{error}</p>}
        {state === "queued" && nextAttemptAt && attempts > 0 && (
          <p className="text-meta text-text-3">Nächster Versuch {formatDateTime(nextAttemptAt)}</p>
        )}
        <Content delivery={delivery} />
      </div>
      {state !== "queued" && (
        <Button
          size="sm"
          aria-label={`${eventLabel(event)} vom ${formatDateTime(createdAt)} erneut senden`}
          loading={resend.isPending}
          onClick={() => resend.mutate({ id })}
        >
          Erneut senden
        </Button>
      )}
    </li>
  );
}

function Content({ delivery: { payload, answer, event } }: { delivery: WebhookDelivery }) {
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-meta text-text-3 max-md:py-3">Inhalt und Antwort</summary>
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
    </details>
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
