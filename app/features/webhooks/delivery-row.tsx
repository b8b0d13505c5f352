import type { WebhookDelivery } from "../../../contract/webhooks/webhooks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { DeliveryRow } from "../deliveries/delivery-row.tsx";
import { eventLabel } from "./event-labels.ts";

/** A delivery to a webhook; a receiver tells by its id that it comes again. */
export function WebhookDeliveryRow({ delivery, url }: { delivery: WebhookDelivery; url: string | undefined }) {
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
