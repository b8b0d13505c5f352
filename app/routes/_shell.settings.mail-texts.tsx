import { Link, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { MailTextsForm } from "../features/settings/mail-texts/mail-texts-form.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { linkClass } from "../ui/link-class.ts";

export const meta = () => pageTitle("E-Mail-Texte");

const above = { label: "Vorlagen", path: "/settings/templates" };

export const loader = sectionLoader("mailTexts");

export default function MailTextsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="E-Mail-Texte" above={above} />
      <p className="mt-1.5 max-w-[640px] text-text-2">
        Anrede, Knopf und Fußzeile gehören zu jeder E-Mail. Wie die E-Mails das Portal verlassen, steht unter{" "}
        <Link to="/settings/mail" className={linkClass}>
          E-Mail
        </Link>
        .
      </p>
      <div className="mt-7 max-w-[1080px]">
        <SectionPanel section="mailTexts">{(view) => <MailTextsForm view={view} />}</SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
