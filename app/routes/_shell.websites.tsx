import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Websites");

export default function WebsitesPage() {
  return (
    <EmptyPage
      title="Websites"
      missing="Noch keine Websites."
      next="Sobald eine Website eingetragen ist, stehen hier Status, Antwortzeit und die letzten 30 Tage ihrer Verfügbarkeit."
    />
  );
}
