import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, PackageOpen } from "lucide-react";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { ProgressLine } from "../../ui/status/progress-line.tsx";

const pollMs = 1000;

/** Everything that the portal holds as one archive, made in the background. */
export function WholeExportSection() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: latest } = useQuery({
    ...trpc.privacy.wholeExport.queryOptions({}),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? pollMs : false),
  });
  const start = useMutate(trpc.privacy.startWholeExport.mutationOptions(), {
    refreshes: [],
    onSuccess: () => queryClient.invalidateQueries(trpc.privacy.wholeExport.queryFilter()),
  });
  const isRunning = latest?.state === "running";
  return (
    <Section title="Alles exportieren" className="mt-11">
      <p className="mt-3 max-w-[640px] text-text-2">
        Ein ZIP mit allen Tabellen als CSV und JSON, dem Wiki als Markdown und allen Dateien, soweit du sie sehen
        darfst. Passwörter, Schlüssel und Anmeldungen sind nicht dabei. Der Export entsteht im Hintergrund und lässt
        sich 24 Stunden lang herunterladen.
      </p>
      <div className="mt-[18px] flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={PackageOpen}
          disabled={isRunning}
          loading={start.isPending}
          loadingLabel="Beginnt …"
          onClick={() => start.mutate({})}
        >
          Alles exportieren
        </Button>
        {latest?.state === "finished" && (
          <a href={`/api/export/privacy/alles-${latest.id}.zip`} download className={buttonClass()}>
            <Icon of={Download} />
            ZIP herunterladen
          </a>
        )}
      </div>
      {isRunning && (
        <div className="mt-4 max-w-[440px]">
          <ProgressLine
            label="Fortschritt des Exports"
            part={latest.total > 0 ? latest.done / latest.total : undefined}
          />
        </div>
      )}
      <p role="status" className="mt-2 text-meta text-text-3 empty:hidden">
        {isRunning && (latest.total > 0 ? `${latest.done} von ${latest.total} Teilen` : "Wird vorbereitet …")}
        {latest?.state === "failed" && "Der letzte Export ist fehlgeschlagen."}
        {latest?.state === "finished" &&
          latest.until &&
          `${formatBytes(latest.size ?? 0)}, fertig seit ${formatDateTime(latest.finishedAt ?? latest.createdAt)}, herunterzuladen bis ${formatDateTime(latest.until)}`}
      </p>
    </Section>
  );
}
