import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { sentenceOf } from "../features/auth/answer.ts";
import { ProviderTest } from "../features/security/provider-test.tsx";
import { SignInSettingsForm } from "../features/security/sign-in-settings-form.tsx";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Anmeldung");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { request, context } = args;
  const { api, auth } = context;
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
  return (
    <SectionPanel section="signIn">
      {(view) => (
        <>
          <SignInSettingsForm view={view} />
          <ProviderTest view={view} csrfToken={csrfToken} problem={problem} />
        </>
      )}
    </SectionPanel>
  );
}
