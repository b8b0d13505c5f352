import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { hasAbility } from "../../contract/roles.ts";
import { sentenceOf } from "../features/auth/answer.ts";
import { ProviderTest } from "../features/security/provider-test.tsx";
import { SignInSettingsForm } from "../features/security/sign-in-settings-form.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { pageTitle } from "../features/shell/page-title.ts";
import { prefill, queryKeys } from "../lib/prefill.ts";
import { problemOf, useTRPC } from "../lib/trpc.tsx";
import { ListError } from "../ui/list-states.tsx";
import { RowBones } from "../ui/skeleton.tsx";

export const meta = () => pageTitle("Anmeldung");

export async function loader({ request, context: { session, api, auth } }: LoaderFunctionArgs) {
  if (!session || !hasAbility(session.user.role, "manageSettings"))
    throw new Response("Dafür fehlt dir die Berechtigung.", { status: 403 });
  const section = { section: "signIn" } as const;
  const state = await prefill([[queryKeys.setting.get.queryKey(section), api.setting.get(section)]]);
  const error = new URL(request.url).searchParams.get("error");
  return { state, csrfToken: auth.csrfToken, problem: error ? sentenceOf(error) : undefined };
}

export default function SignInSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Anmeldung" />
      <div className="mt-7 max-w-[760px]">
        <SignInSettingsPanel />
      </div>
    </HydrationBoundary>
  );
}

function SignInSettingsPanel() {
  const { csrfToken, problem } = useLoaderData<typeof loader>();
  const trpc = useTRPC();
  const settings = useQuery(trpc.setting.get.queryOptions({ section: "signIn" }));
  if (settings.isError && !settings.data)
    return (
      <ListError
        errorId={problemOf(settings.error)?.requestId}
        onRetry={() => settings.refetch()}
        retrying={settings.isFetching}
      />
    );
  if (!settings.data) return <RowBones rows={6} />;
  return (
    <>
      <SignInSettingsForm view={settings.data} />
      <ProviderTest view={settings.data} csrfToken={csrfToken} problem={problem} />
    </>
  );
}
