import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookDelivery } from "../../../contract/webhooks/webhooks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type AskedDeliveries, allDeliveries, DeliveryLog, followsWaiting } from "../deliveries/delivery-log.tsx";
import { DeliveryRow } from "../deliveries/delivery-row.tsx";
import { eventLabel } from "./event-labels.ts";

/** The input of `webhook.deliveries` for what a person looks at; without any the first page of the log. */
export function deliveriesQuery({ page, senderId, state }: AskedDeliveries = allDeliveries) {
  return { page, ...(senderId && { webhookId: senderId }), ...(state && { state }) };
}

/** What webhooks were told; follows by itself what is still under way. */
export function WebhookDeliveryLog() {
  const trpc = useTRPC();
  const [asked, setAsked] = useState(allDeliveries);
  const webhooks = useQuery(trpc.webhook.list.queryOptions({})).data ?? [];
  const log = useQuery(
    trpc.webhook.deliveries.queryOptions(deliveriesQuery(asked), {
      placeholderData: keepPreviousData,
      refetchInterval: followsWaiting,
    }),
  );
  const names = Object.fromEntries(webhooks.map(({ id, url }) => [id, url]));
  return (
    <DeliveryLog log={log} asked={asked} onAsk={setAsked} sender={{ label: "Webhook", all: "Jeder Webhook", names }}>
      {(delivery) => <WebhookDeliveryRow key={delivery.id} delivery={delivery} url={names[delivery.webhookId]} />}
    </DeliveryLog>
  );
}

/** A delivery to a webhook; a receiver tells by its id that it comes again. */
function WebhookDeliveryRow({ delivery, url }: { delivery: WebhookDelivery; url: string | undefined }) {
  const { id, event, state, payload } = delivery;
  const resend = useMutate(useTRPC().webhook.resend.mutationOptions(), {
    refreshes: ["webhook"],
    success: "Wird erneut gesendet.",
  });
  return (
    <DeliveryRow
      delivery={delivery}
      title={eventLabel(event)}
      target={url && <span className="font-mono text-[12px] leading-[18px]">{url}</span>}
      resend={state === "queued" ? undefined : { isPending: resend.isPending, run: () => resend.mutate({ id }) }}
      sent={{ label: `Gesendet (${event})`, text: readable(payload) }}
    />
  );
}

function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
