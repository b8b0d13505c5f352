import { useQuery } from "@tanstack/react-query";
import { AtSign, FilePlus2 } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { recordPath } from "../../records/record-path.ts";
import { Button } from "../../ui/button.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { PageList } from "./start/page-list.tsx";
import { useNewPage } from "./use-new-page.ts";

/** The tab „Wissen“: every page of the wiki that names the record. */
export function KnowledgeTab({ record }: { record: RecordRow }) {
  const { type, id } = record;
  const mayEdit = hasAbility(useRole(), "editRecords");
  const { create, isPending } = useNewPage();
  const found = useQuery(useTRPC().page.search.queryOptions({ query: "", mentions: { kind: type, id }, limit: 50 }));
  const begin = async () => {
    await copyMention(record);
    create({ title: record.title.slice(0, 200) });
  };
  return (
    <Section
      title="Wissen"
      aside={
        mayEdit && (
          <>
            <Button size="sm" variant="ghost" icon={AtSign} onClick={() => void copyMention(record)}>
              In Wiki erwähnen
            </Button>
            <Button size="sm" variant="ghost" icon={FilePlus2} loading={isPending} onClick={() => void begin()}>
              Neue Seite
            </Button>
          </>
        )
      }
    >
      {found.isPending && <RowSkeletons rows={3} />}
      {found.isError && !found.data && (
        <ListError
          message="Die Seiten konnten nicht geladen werden."
          errorId={problemOf(found.error)?.requestId}
          onRetry={() => found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.data?.hits.length === 0 && (
        <p className="py-4 text-ui text-text-2">
          Noch keine Seite im Wiki nennt diesen Eintrag.
          {mayEdit && " „In Wiki erwähnen“ kopiert eine Erwähnung, die du auf jeder Seite einfügen kannst."}
        </p>
      )}
      {found.data && found.data.hits.length > 0 && <PageList pages={found.data.hits} label="Seiten im Wiki" />}
    </Section>
  );
}

/** Puts a mention on the clipboard: a live chip for the editor, a URL for everything else. */
async function copyMention({ type, id, title }: RecordRow): Promise<void> {
  const url = new URL(recordPath(type, id) ?? "/", window.location.origin).href;
  const chip = document.createElement("span");
  chip.dataset.mentionKind = type;
  chip.dataset.mentionId = id;
  chip.dataset.mentionLabel = title;
  chip.textContent = title;
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        "text/html": new Blob([chip.outerHTML], { type: "text/html" }),
        "text/plain": new Blob([url], { type: "text/plain" }),
      }),
    ]);
    showToast({ tone: "success", title: "Erwähnung kopiert.", message: "Füge sie auf einer Seite im Wiki ein." });
  } catch {
    // A page without TLS has no clipboard.
    showToast({ tone: "info", title: "Link", message: url, autoCloseMs: false });
  }
}
