import { Network, Plus, Search, Upload } from "lucide-react";
import { Button } from "../../../app/ui/button.tsx";
import { PageHeader } from "../../../app/ui/page-header.tsx";
import { EmptyState } from "../../../app/ui/placeholders/empty-state.tsx";
import { ErrorView } from "../../../app/ui/placeholders/error-page.tsx";

export function Pages() {
  return (
    <div className="mt-10 grid gap-14">
      <PageHeader
        title="Domains"
        count={0}
        actions={
          <Button variant="primary" icon={Plus} keyHint="C">
            Neu
          </Button>
        }
      />
      <EmptyState
        title="Noch keine Domains."
        text="Verbinde deinen Registrar oder importiere eine Liste. Ablaufdaten, Nameserver und E-Mail-Sicherheit finden wir selbst heraus."
        actions={[
          {
            icon: Network,
            title: "Registrar verbinden",
            text: "Domains, Termine und Preise kommen täglich von dort",
            href: "#r",
          },
          { icon: Upload, title: "CSV/XLSX importieren", text: "Eine Spalte mit Domainnamen genügt", href: "#i" },
          { icon: Plus, title: "Domain anlegen", text: "Eine einzelne Domain von Hand", onClick: () => {} },
        ]}
      />
      <ErrorView
        code={404}
        title="Diese Seite gibt es nicht."
        help="Vielleicht wurde der Eintrag archiviert oder der Link ist alt."
        errorId="7f3a-91c2"
        actions={
          <>
            <Button variant="primary">Zum Dashboard</Button>
            <Button icon={Search} keyHint="⌘K">
              Suchen
            </Button>
          </>
        }
      />
    </div>
  );
}
