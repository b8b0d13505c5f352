import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { hasAbility } from "../../contract/roles.ts";
import { SettingsIndex } from "../features/settings/settings-index.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { PageHeader } from "../ui/page-header.tsx";

export const meta = () => pageTitle("Einstellungen");

export async function loader({ context: { session, api } }: LoaderFunctionArgs) {
  const seesAttention = session !== null && hasAbility(session.user.role, "manageSettings");
  const reads: Parameters<typeof prefill>[0] = seesAttention
    ? [
        [queryKeys.mail.status.queryKey({}), api.mail.status({})],
        [queryKeys.job.list.queryKey({}), api.job.list({})],
        [queryKeys.webhook.list.queryKey({}), api.webhook.list({})],
      ]
    : [];
  return { state: await prefill(reads) };
}

export default function SettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <PageHeader title="Einstellungen" />
      <SettingsIndex />
    </HydrationBoundary>
  );
}
