import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "../features/shell/page-title.ts";
import { MuteSwitches } from "../features/users/mute-switches.tsx";
import { historyQuery, NotificationHistory } from "../features/users/notification-history.tsx";
import { refuseOthers } from "../features/users/own-account.ts";
import { useProfile } from "../features/users/use-profile.ts";
import { prefill, queryKeys } from "../lib/prefill.ts";

export const meta = () => pageTitle("Benachrichtigungen");

export async function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  const input = historyQuery({ userId: args.params.id ?? "", page: 1, shown: "all" });
  const { notification } = args.context.api;
  return { state: await prefill([[queryKeys.notification.list.queryKey(input), notification.list(input)]]) };
}

export default function UserNotificationsPage() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const { profile } = useProfile(id);
  if (profile?.access !== "full") return null;
  return (
    <HydrationBoundary state={state}>
      <MuteSwitches muted={profile.mutedEvents} />
      <NotificationHistory userId={id} />
    </HydrationBoundary>
  );
}
