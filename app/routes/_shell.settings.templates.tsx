import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { MailTextList } from "../features/settings/templates/mail-text-list.tsx";
import { TemplateList } from "../features/settings/templates/template-list.tsx";
import { TaskTemplateSection } from "../features/tasks/template-section.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Vorlagen");

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("editRecords", args);
  const { api } = args.context;
  return {
    state: await prefill([
      [queryKeys.page.templates.queryKey(), api.page.templates()],
      [queryKeys.task.templates.queryKey({}), api.task.templates({})],
    ]),
  };
}

export default function TemplatesPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Vorlagen" />
      <div className="mt-7 max-w-[760px]">
        <MailTextList />
        <TaskTemplateSection />
        <TemplateList />
        <p className="mt-5 max-w-[560px] text-meta text-text-3">
          Vorlagen für PDF und Etiketten stehen hier, sobald es gibt, was sie füllen.
        </p>
      </div>
    </HydrationBoundary>
  );
}
