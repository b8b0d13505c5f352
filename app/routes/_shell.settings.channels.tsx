import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ChannelList } from "../features/channels/channel-list.tsx";
import { MessageLog, messagesQuery } from "../features/channels/message-log.tsx";
import { RuleList } from "../features/channels/rule-list.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";
import { linkClass } from "../ui/link-class.ts";

export const meta = () => pageTitle("Kanäle");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { channel } = args.context.api;
  const input = messagesQuery();
  return {
    state: await prefill([
      [queryKeys.channel.list.queryKey({}), channel.list({})],
      [queryKeys.channel.rules.queryKey({}), channel.rules({})],
      [queryKeys.channel.deliveries.queryKey(input), channel.deliveries(input)],
    ]),
  };
}

export default function ChannelSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Kanäle" />
      <div className="mt-7 max-w-[860px]">
        <ChannelList />
        <RuleList />
        <p className="mt-3 max-w-[640px] text-ui text-text-2">
          Private Adressen erreicht ein Kanal nur, wenn sie unter{" "}
          <Link to="/settings/network" className={linkClass}>
            Netzwerk
          </Link>{" "}
          erlaubt sind. Wer in einem Kanal mitliest, liest alles, was die Regeln dorthin schicken.
        </p>
        <MessageLog />
      </div>
    </HydrationBoundary>
  );
}
