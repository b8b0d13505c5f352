import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { InviteDialog } from "../features/users/people/invite-dialog.tsx";
import { peopleQuery, readPeopleFilters } from "../features/users/people/people-filters.ts";
import { PeopleList } from "../features/users/people/people-list.tsx";
import { RoleTable } from "../features/users/people/role-table.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Benutzer & Rollen");

export async function loader({ request, context }: LoaderFunctionArgs) {
  refuseWithout("manageUsers", { context });
  const input = peopleQuery(readPeopleFilters(new URL(request.url).searchParams));
  return { state: await prefill([[queryKeys.user.list.queryKey(input), context.api.user.list(input)]]) };
}

export default function SettingsUsersPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Benutzer & Rollen" actions={<InviteDialog />} />
      <PeopleList />
      <RoleTable />
    </HydrationBoundary>
  );
}
