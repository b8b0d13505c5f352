import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChannelDelivery } from "../../../contract/channels/channels.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type AskedDeliveries, allDeliveries, DeliveryLog, followsWaiting } from "../deliveries/delivery-log.tsx";
import { DeliveryRow } from "../deliveries/delivery-row.tsx";

/** The input of `channel.deliveries` for what a person looks at; without any the first page of the log. */
export function messagesQuery({ page, senderId, state }: AskedDeliveries = allDeliveries) {
  return { page, ...(senderId && { channelId: senderId }), ...(state && { state }) };
}

/** What left for channels and devices; follows by itself what is still under way. */
export function MessageLog() {
  const trpc = useTRPC();
  const [asked, setAsked] = useState(allDeliveries);
  const channels = useQuery(trpc.channel.list.queryOptions({})).data ?? [];
  const log = useQuery(
    trpc.channel.deliveries.queryOptions(messagesQuery(asked), {
      placeholderData: keepPreviousData,
      refetchInterval: followsWaiting,
    }),
  );
  const names = Object.fromEntries(channels.map(({ id, name }) => [id, name]));
  return (
    <DeliveryLog log={log} asked={asked} onAsk={setAsked} sender={{ label: "Kanal", all: "Jeder Kanal", names }}>
      {(message) => (
        <MessageRow
          key={message.id}
          message={message}
          channel={message.channelId ? names[message.channelId] : undefined}
        />
      )}
    </DeliveryLog>
  );
}

function MessageRow({ message, channel }: { message: ChannelDelivery; channel: string | undefined }) {
  const { id, title, text, person, state, channelId } = message;
  const resend = useMutate(useTRPC().channel.resend.mutationOptions(), {
    refreshes: ["channel"],
    success: "Wird erneut gesendet.",
  });
  const way = channelId === null ? "Browser-Push" : channel;
  return (
    <DeliveryRow
      delivery={message}
      title={title ?? "Persönliche Nachricht"}
      target={title === null && person ? `${way} an ${person}` : way}
      resend={state === "failed" ? { isPending: resend.isPending, run: () => resend.mutate({ id }) } : undefined}
      sent={{
        label: "Gesendet",
        text:
          title === null ? "Was darin steht, liest nur die Person selbst." : [title, text].filter(Boolean).join("\n"),
      }}
    />
  );
}
