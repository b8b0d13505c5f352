import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "../../../contract/webhooks/webhooks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { ReceiverRow } from "../deliveries/receiver-row.tsx";
import { eventsSentence } from "./event-labels.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** Who is told when something happens to records. */
export function WebhookList() {
  const [isCreating, setIsCreating] = useState(false);
  const webhooks = useQuery(useTRPC().webhook.list.queryOptions({}));
  return (
    <Section
      title="Webhooks"
      className="mt-11"
      aside={
        <Button size="sm" icon={Plus} className="mb-1.5" onClick={() => setIsCreating(true)}>
          Webhook anlegen
        </Button>
      }
    >
      <QueryPanel query={webhooks} failure="Die Webhooks konnten nicht geladen werden." rows={3}>
        {(all) =>
          all.length === 0 ? (
            <p role="status" className="max-w-[640px] py-4 text-text-2">
              Noch keiner. Ein Webhook meldet anderen Programmen, was hier mit Kunden, Websites, Domains und allem
              anderen geschieht.
            </p>
          ) : (
            <ul>
              {all.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <WebhookDialog open={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, events, isEnabled, disabledReason, last, version } = webhook;
  const update = useMutate(useTRPC().webhook.update.mutationOptions(), { refreshes: ["webhook"] });
  return (
    <ReceiverRow
      label={`Webhook ${url}`}
      isEnabled={isEnabled}
      onEnable={(isEnabled) => update.mutateAsync({ params: { id }, body: { isEnabled }, version })}
      last={last}
      actions={<WebhookActions webhook={webhook} />}
    >
      <p className="font-mono text-[12.5px] leading-5 [overflow-wrap:anywhere]">{url}</p>
      {description && <p className="text-text-2 [overflow-wrap:anywhere]">{description}</p>}
      <p className="text-meta text-text-2">{eventsSentence(events)}</p>
      {disabledReason && <p className="mt-0.5 text-meta text-warn-text">Abgeschaltet: {disabledReason}</p>}
    </ReceiverRow>
  );
}
