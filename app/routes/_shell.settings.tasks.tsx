import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { JobList } from "../features/jobs/job-list.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Aufgaben");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  return { state: await prefill([[queryKeys.job.list.queryKey({}), args.context.api.job.list({})]]) };
}

export default function TasksPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Aufgaben" />
      <p className="mb-4 mt-1.5 max-w-[640px] text-text-2">
        Das Portal erledigt sie von selbst. Was eine Aufgabe liegen lässt, holt ihr nächster Lauf nach.
      </p>
      <JobList />
    </HydrationBoundary>
  );
}
