import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { BackupElsewhere } from "../features/backups/backup-elsewhere.tsx";
import { BackupForm } from "../features/backups/backup-form.tsx";
import { BackupPanel } from "../features/backups/backup-panel.tsx";
import { RecoveryKey } from "../features/backups/recovery-key.tsx";
import { sectionLoader } from "../features/settings/section-loader.ts";
import { SectionPanel } from "../features/settings/section-panel.tsx";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Backup");

export const loader = sectionLoader("backup", (api) => [[queryKeys.backup.get.queryKey({}), api.backup.get({})]]);

export default function BackupSettingsPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Backup" />
      <div className="mt-7 max-w-[860px]">
        <BackupPanel />
        <SectionPanel section="backup">
          {(view) => (
            <>
              <RecoveryKey view={view} />
              <div className="mt-11">
                <BackupForm view={view} />
              </div>
              <BackupElsewhere view={view} />
            </>
          )}
        </SectionPanel>
      </div>
    </HydrationBoundary>
  );
}
