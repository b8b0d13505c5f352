import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookRow } from "./webhook-row.tsx";

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
