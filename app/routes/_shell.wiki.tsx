import { EmptyPage } from "../features/shell/empty-page.tsx";
import { pageTitle } from "../features/shell/page-title.ts";

export const meta = () => pageTitle("Wiki");

export default function WikiPage() {
  return (
    <EmptyPage
      title="Wiki"
      missing="Hier entsteht euer Wissen."
      next="Sobald die erste Seite geschrieben ist, stehen hier Anleitungen, Notfallpläne und die Chats dazu."
    />
  );
}
