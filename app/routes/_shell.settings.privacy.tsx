import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { ErasureLog } from "../features/privacy/erasure-log.tsx";
import { ErasePerson, ExportPerson } from "../features/privacy/person-requests.tsx";
import { PrivacyForm } from "../features/privacy/privacy-form.tsx";
import { ProcessingSections } from "../features/privacy/processing-sections.tsx";
import { SubjectRequests } from "../features/privacy/subject-requests.tsx";
import { WholeExportSection } from "../features/privacy/whole-export.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Datenschutz");

export const loader = sectionLoader("privacy", ({ privacy }) => [
  [queryKeys.privacy.erasures.queryKey({}), privacy.erasures({})],
  [queryKeys.privacy.wholeExport.queryKey({}), privacy.wholeExport({})],
  [queryKeys.privacy.proposals.queryKey({}), privacy.proposals({})],
  [queryKeys.privacy.processing.queryKey({}), privacy.processing({})],
]);

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
