import type { LoaderFunctionArgs } from "@remix-run/node";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { ChannelPanel } from "../features/workbench/channel-panel.tsx";
import { ConnectionPanel } from "../features/workbench/connection-panel.tsx";
import { EventLog } from "../features/workbench/event-log.tsx";
import { MembersPanel } from "../features/workbench/members-panel.tsx";
import { SendForm } from "../features/workbench/send-form.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { refuseWithout } from "../lib/people/refuse-without.ts";

export const meta = () => pageTitle("Live-Werkstatt");

export function loader({ context }: LoaderFunctionArgs) {
  refuseWithout("useLiveWorkbench", { context });
  return null;
}

export default function LiveWorkbenchPage() {
  return (
    <>
      <SettingsHeader title="Live-Werkstatt" />
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
