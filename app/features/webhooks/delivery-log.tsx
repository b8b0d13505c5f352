import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type AskedDeliveries, allDeliveries, DeliveryLog, followsWaiting } from "../deliveries/delivery-log.tsx";
import { WebhookDeliveryRow } from "./delivery-row.tsx";

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
