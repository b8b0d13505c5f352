import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { useProfile } from "../features/users/account/use-profile.ts";
import { Tasks } from "../features/users/tasks.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Aufgaben");

export async function loader({ context: { api }, params: { id = "" } }: LoaderFunctionArgs) {
  return {
    state: await prefill([
      [queryKeys.user.tasks.queryKey({ id }), api.user.tasks({ id })],
      [queryKeys.user.responsibilities.queryKey({ id }), api.user.responsibilities({ id })],
    ]),
  };
}

export default function UserTasksPage() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const { profile, isOwn } = useProfile(id);
  return (
    <HydrationBoundary state={state}>
      {profile && <Tasks userId={id} name={profile.name} isOwn={isOwn} />}
    </HydrationBoundary>
  );
}
