import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ErasureLog } from "../features/privacy/erasure-log.tsx";
import { ErasePerson, ExportPerson } from "../features/privacy/person-requests.tsx";
import { PrivacyForm } from "../features/privacy/privacy-form.tsx";
import { ProcessingSections } from "../features/privacy/processing-sections.tsx";
import { SubjectRequests } from "../features/privacy/subject-requests.tsx";
import { WholeExportSection } from "../features/privacy/whole-export.tsx";
import { refuseWithout } from "../features/settings/refuse-without.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Datenschutz");

const section = { section: "privacy" } as const;

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  const { api } = args.context;
  return {
    state: await prefill([
      [queryKeys.setting.get.queryKey(section), api.setting.get(section)],
      [queryKeys.privacy.erasures.queryKey({}), api.privacy.erasures({})],
      [queryKeys.privacy.wholeExport.queryKey({}), api.privacy.wholeExport({})],
      [queryKeys.privacy.proposals.queryKey({}), api.privacy.proposals({})],
      [queryKeys.privacy.processing.queryKey({}), api.privacy.processing({})],
    ]),
  };
}

export default function PrivacyPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Datenschutz" />
      <div className="mt-7 max-w-[760px]">
        <SectionPanel section="privacy">{(view) => <PrivacyForm view={view} />}</SectionPanel>
        <ExportPerson />
        <ErasePerson />
        <SubjectRequests />
        <ErasureLog />
        <WholeExportSection />
        <ProcessingSections />
      </div>
    </HydrationBoundary>
  );
}
