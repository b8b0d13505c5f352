import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Kunden");

export default function CustomersPage() {
  return (
    <EmptyPage
      title="Kunden"
      missing="Noch keine Kunden."
      next="Sobald ein Kunde eingetragen ist, stehen hier Ansprechpartner, Verträge und alles, was zu ihm gehört."
    />
  );
}
