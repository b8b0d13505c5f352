import { Download } from "lucide-react";
import { DocsPage } from "../features/api/docs/docs-page.tsx";
import { openApiPath } from "../features/api/docs/use-docs.ts";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Icon } from "../ui/icon.tsx";

export const meta = () => pageTitle("API-Dokumentation");

export default function ApiDocsPage() {
  return (
    <>
      <SettingsHeader
        title="API-Dokumentation"
        actions={
          <a href={openApiPath} download="openapi.json" className={buttonClass()}>
            <Icon of={Download} />
            openapi.json
          </a>
        }
      />
      <DocsPage />
    </>
  );
}
