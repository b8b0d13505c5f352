import { SettingsIndex } from "../features/settings/settings-index.tsx";
import { pageTitle } from "../features/shell/page-title.ts";
import { PageHeader } from "../ui/page-header.tsx";

export const meta = () => pageTitle("Einstellungen");

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Einstellungen" />
      <SettingsIndex />
    </>
  );
}
