import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useRecordApi } from "../../records/record-api.ts";
import { FieldRows } from "../../records/values/field-rows.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { ImpactTab } from "../impact/impact-tab-entry.tsx";
import { ProviderNotices } from "../provider-status/provider-notices.tsx";

/** What hangs on a provider, and whom to call there. */
export function ProviderImpactPage({ id }: { id: string }) {
  const provider = useQuery(useRecordApi("provider").get.queryOptions({ id }));
  return (
    <>
      <p className="mb-1.5 text-ui text-text-2">
        <Link to="/hosts?view=anbieter" className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
          Anbieter
        </Link>
      </p>
      <QueryPanel query={provider} failure="Der Anbieter konnte nicht geladen werden.">
        {(record) => (
          <>
            <PageHeader title={record.title} />
            <div className="mt-4">
              <ProviderNotices type="provider" id={record.id} />
            </div>
            <Section title="Support" className="!mt-6">
              <FieldRows record={record} names={["supportPhone", "supportEmail", "customerNo", "statusPageUrl"]} />
            </Section>
            <Section title="Auswirkung">
              <div className="mt-4">
                <ImpactTab key={record.id} record={record} />
              </div>
            </Section>
          </>
        )}
      </QueryPanel>
    </>
  );
}
