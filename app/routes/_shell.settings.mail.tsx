import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { MailForm } from "../features/mail/mail-form.tsx";
import { logQuery, MailLog } from "../features/mail/mail-log.tsx";
import { MailStatusLine } from "../features/mail/mail-status.tsx";
import { MailTestSection } from "../features/mail/mail-test.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { useSession } from "../lib/people/session.tsx";

export const meta = () => pageTitle("E-Mail");

export const loader = sectionLoader("mail", ({ mail }) => {
  const input = logQuery();
  return [
    [queryKeys.mail.status.queryKey({}), mail.status({})],
    [queryKeys.mail.list.queryKey(input), mail.list(input)],
  ];
});

export default function MailSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="E-Mail" />
      <div className="mt-5 max-w-[860px]">
        <MailStatusLine />
        <div className="mt-7">
          <MailSettingsPanel />
        </div>
        <MailLog />
      </div>
    </HydrationBoundary>
  );
}

function MailSettingsPanel() {
  const { data: session } = useSession();
  return (
    <SectionPanel section="mail">
      {(view) => (
        <>
          <MailForm view={view} />
          <MailTestSection ownEmail={session?.user.email ?? ""} />
        </>
      )}
    </SectionPanel>
  );
}
