import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { MailboxForm } from "../features/dmarc/mailbox-form.tsx";
import { MailboxState } from "../features/dmarc/mailbox-state.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("DMARC-Postfach");

export const loader = sectionLoader("dmarcMailbox", ({ dmarc }) => [
  [queryKeys.dmarc.mailbox.queryKey({}), dmarc.mailbox({})],
]);

export default function DmarcMailboxPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="DMARC-Postfach" />
      <p className="mt-1.5 max-w-[640px] text-text-2">
        Empfänger von E-Mails schicken DMARC-Berichte an die Adresse hinter „rua“ im DMARC-Eintrag einer Domain. Liegt
        sie in diesem Postfach, übernimmt das Portal die Berichte zu ihren Domains; andere Nachrichten fasst es nicht
        an.
      </p>
      <div className="mt-7 max-w-[860px]">
        <SectionPanel section="dmarcMailbox">{(view) => <MailboxForm view={view} />}</SectionPanel>
        <MailboxState />
      </div>
    </HydrationBoundary>
  );
}
