import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Hoster");

export default function HostsPage() {
  return (
    <EmptyPage
      title="Hoster"
      missing="Noch keine Hoster."
      next="Sobald ein Server oder Hosting-Paket eingetragen ist, stehen hier Anbieter, Auslastung und die Websites, die darauf laufen."
    />
  );
}
