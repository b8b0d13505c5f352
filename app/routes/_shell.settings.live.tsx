import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { hasAbility } from "../../contract/roles.ts";
import { ChannelPanel } from "../features/live/channel-panel.tsx";
import { ConnectionPanel } from "../features/live/connection-panel.tsx";
import { EventLog } from "../features/live/event-log.tsx";
import { MembersPanel } from "../features/live/members-panel.tsx";
import { SendForm } from "../features/live/send-form.tsx";
import { pageTitle } from "../features/shell/page-title.ts";
import { PageHeader } from "../ui/page-header.tsx";

export const meta = () => pageTitle("Live-Werkstatt");

export function loader({ context }: LoaderFunctionArgs) {
  if (!context.session || !hasAbility(context.session.user.role, "useLiveWorkbench"))
    throw new Response("Dafür fehlt dir die Berechtigung.", { status: 403 });
  return null;
}

export default function LiveWorkbenchPage() {
  return (
    <>
      <p className="mb-1.5 text-ui text-text-2">
        <Link to="/settings" className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
          Einstellungen
        </Link>
      </p>
      <PageHeader title="Live-Werkstatt" />
      <div className="mt-7 grid gap-12 xl:grid-cols-[minmax(0,1fr)_304px]">
        <div className="min-w-0">
          <SendForm />
          <EventLog />
        </div>
        <div className="grid min-w-0 content-start gap-7 md:max-xl:grid-cols-2">
          <div>
            <ConnectionPanel />
          </div>
          <div>
            <ChannelPanel />
          </div>
          <div>
            <MembersPanel />
          </div>
        </div>
      </div>
    </>
  );
}
