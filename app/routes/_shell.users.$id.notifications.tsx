import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { NotificationPreferencesForm } from "../features/notifications/preferences.tsx";
import { historyQuery, NotificationHistory } from "../features/users/account/notification-history.tsx";
import { refuseOthers } from "../features/users/own-account.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Benachrichtigungen");

export async function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  const input = historyQuery({ userId: args.params.id ?? "", page: 1, shown: "all", category: "" });
  const { notification, pushSubscription } = args.context.api;
  return {
    state: await prefill([
      [queryKeys.notification.list.queryKey(input), notification.list(input)],
      [queryKeys.notification.getPreferences.queryKey(), notification.getPreferences()],
      [queryKeys.pushSubscription.state.queryKey(), pushSubscription.state()],
    ]),
  };
}

export default function UserNotificationsPage() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  return (
    <HydrationBoundary state={state}>
      <NotificationHistory userId={id} />
      <div className="mt-11">
        <NotificationPreferencesForm />
      </div>
    </HydrationBoundary>
  );
}
