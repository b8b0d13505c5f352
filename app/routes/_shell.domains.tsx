import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Domains");

export default function DomainsPage() {
  return (
    <EmptyPage
      title="Domains"
      missing="Noch keine Domains."
      next="Sobald eine Domain eingetragen ist, stehen hier Ablaufdatum, Nameserver und E-Mail-Sicherheit."
    />
  );
}
