import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Channel } from "../../../contract/channels/channels.ts";
import { channelServices, notTried } from "../../../contract/channels/services.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { ReceiverRow } from "../deliveries/receiver-row.tsx";
import { ChannelActions } from "./channel-actions.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";

/** Where messages leave for: rooms of the team, and people's own. */
export function ChannelList() {
  const [isCreating, setIsCreating] = useState(false);
  const channels = useQuery(useTRPC().channel.list.queryOptions({}));
  return (
    <Section
      title="Kanäle"
      aside={
        <Button size="sm" icon={Plus} className="mb-1.5" onClick={() => setIsCreating(true)}>
          Kanal anlegen
        </Button>
      }
    >
      <QueryPanel query={channels} failure="Die Kanäle konnten nicht geladen werden." rows={3}>
        {(all) =>
          all.length === 0 ? (
            <p role="status" className="max-w-[640px] py-4 text-text-2">
              Noch keiner. Über einen Kanal meldet das Portal dort, wo das Team sich unterhält, was nicht warten soll:
              Slack, Microsoft Teams, Mattermost, Matrix, Telegram, ntfy oder Gotify.
            </p>
          ) : (
            <ul aria-label="Kanäle">
              {all.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <ChannelDialog open={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

function ChannelRow({ channel }: { channel: Channel }) {
  const { id, name, service, target, user, isEnabled, last, quiet, version } = channel;
  const update = useMutate(useTRPC().channel.update.mutationOptions(), { refreshes: ["channel"] });
  return (
    <ReceiverRow
      label={`Kanal ${name}`}
      isEnabled={isEnabled}
      onEnable={(isEnabled) => update.mutateAsync({ params: { id }, body: { isEnabled }, version })}
      last={last}
      actions={<ChannelActions channel={channel} />}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
      <p className="text-text-2 [overflow-wrap:anywhere]">
        {channelServices[service].label} · {target}
      </p>
      <p className="text-meta text-text-2">
        {user ? `Gehört ${user.name}: was dort unter „Messenger“ gewählt ist` : "Für das Team, nach den Regeln"}
        {quiet.isOn && `, Ruhe von ${quiet.from} bis ${quiet.to}`}
      </p>
      <p className="text-meta text-text-3">
        {channelServices[service].label}: {notTried}
      </p>
    </ReceiverRow>
  );
}
