import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigate, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { useProfile } from "../features/users/account/use-profile.ts";
import { UserActions } from "../features/users/user-actions.tsx";
import { UserHeader } from "../features/users/user-header.tsx";
import { UserTabs } from "../features/users/user-tabs.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { problemOf } from "../lib/api/trpc.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { ListError } from "../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../ui/placeholders/skeleton.tsx";

export const meta = () => pageTitle("Konto");

export async function loader({ context, params: { id = "" } }: LoaderFunctionArgs) {
  return { state: await prefill([[queryKeys.user.getProfile.queryKey({ id }), context.api.user.getProfile({ id })]]) };
}

export default function UserRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <UserLayout />
    </HydrationBoundary>
  );
}

function UserLayout() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { query, profile, isOwn, isOnline, isAway } = useProfile(id);
  if (query.isError && !profile) {
    return (
      <ListError
        message="Das Konto konnte nicht geladen werden."
        errorId={problemOf(query.error)?.requestId}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!profile) return <RowSkeletons rows={4} />;
  return (
    <>
      <UserHeader
        profile={profile}
        isOnline={isOnline}
        isAway={isAway}
        actions={<UserActions person={profile} onWithdrawn={() => navigate("/settings/users")} />}
      />
      <UserTabs id={id} isOwn={isOwn} />
      <div className="mt-7 max-w-[760px]">
        <Outlet />
      </div>
    </>
  );
}
