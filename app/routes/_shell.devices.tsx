import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Geräte");

export default function DevicesPage() {
  return (
    <EmptyPage
      title="Geräte"
      missing="Noch keine Geräte."
      next="Sobald ein Gerät eingetragen ist, steht hier, wer es hat, wo es ist und wie lange die Garantie läuft."
    />
  );
}
