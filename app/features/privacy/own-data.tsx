import { Download } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useExportPerson } from "./use-export-person.ts";

/** What the portal keeps of oneself, to be taken along (Art. 15 and 20 GDPR). */
export function OwnData({ userId }: { userId: string }) {
  const exporting = useExportPerson();
  return (
    <Section title="Deine Daten" className="mt-11">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b py-3.5">
        <p className="min-w-0 flex-1 basis-64 text-text-2">
          Alles, was das Portal über dich gespeichert hat, als JSON-Datei: Konto, Sitzungen, Benachrichtigungen,
          Beiträge und mehr.
        </p>
        <Button
          icon={Download}
          loading={exporting.isPending}
          loadingLabel="Sammelt …"
          onClick={() => exporting.mutate({ id: userId })}
        >
          Meine Daten herunterladen
        </Button>
      </div>
    </Section>
  );
}
