import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { MailTextsForm } from "../features/settings/mail-texts/mail-texts-form.tsx";
import { refuseWithout } from "../features/settings/refuse-without.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { linkClass } from "../ui/link-class.ts";

export const meta = () => pageTitle("E-Mail-Texte");

const section = { section: "mailTexts" } as const;
const above = { label: "Vorlagen", path: "/settings/templates" };

export async function loader(args: LoaderFunctionArgs) {
  refuseWithout("manageSettings", args);
  return { state: await prefill([[queryKeys.setting.get.queryKey(section), args.context.api.setting.get(section)]]) };
}

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
