import { Link, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { pageImportExtensions } from "../../../../contract/wiki/page-transfer.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { UploadBlock } from "../../../ui/form/upload-block.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { ImportReport } from "./import-report.tsx";
import { type ChoiceState, useChosenFiles } from "./use-chosen-files.ts";

const lookEveryMs = 1000;

/** Takes pages from elsewhere into the wiki: choose files, look at what they become, let it happen. */
export function ImportPage() {
  const [params, setParams] = useSearchParams();
  const id = params.get("id");
  const { state, send, cancel } = useChosenFiles((made) => setParams({ id: made }));
  return (
    <div className="mx-auto w-full max-w-[820px] px-gutter pb-16 pt-7">
      <PageHeader title="Seiten importieren" />
      {id === null ? (
        <>
          <p className="mb-6 mt-3 max-w-[620px] text-row text-text-2">
            Aus Markdown, HTML und Word-Dateien werden Seiten. Auch die Exporte von Outline und BookStack und der eigene
            Markdown-Export lassen sich einlesen. Bevor etwas angelegt wird, siehst du, was daraus entsteht.
          </p>
          <FilesChooser state={state} onFiles={(files) => void send(files)} onCancel={cancel} />
        </>
      ) : (
        <KnownImport key={id} id={id} onAgain={() => setParams({})} />
      )}
    </div>
  );
}

function KnownImport({ id, onAgain }: { id: string; onAgain: () => void }) {
  const found = useQuery(
    useTRPC().pageTransfer.get.queryOptions(
      { id },
      {
        refetchInterval: ({ state: { data } }) =>
          data?.state === "checking" || data?.state === "running" ? lookEveryMs : false,
      },
    ),
  );
  if (found.isPending) return <RowSkeletons rows={6} className="mt-6" />;
  if (found.data) return <ImportReport found={found.data} onAgain={onAgain} />;
  return (
    <>
      <ListError
        message="Diesen Import gibt es nicht, oder er konnte nicht geladen werden."
        errorId={problemOf(found.error)?.requestId}
        onRetry={() => found.refetch()}
        retrying={found.isFetching}
        className="mt-6"
      />
      <Link to="/wiki/import" className={linkClass}>
        Andere Dateien wählen
      </Link>
    </>
  );
}

const accept = pageImportExtensions.map((extension) => `.${extension}`).join(",");

interface FilesChooserProps {
  state: ChoiceState;
  onFiles: (files: readonly File[]) => void;
  onCancel: () => void;
}

/** Takes files, by button or by dropping them on the block. */
function FilesChooser({ state, onFiles, onCancel }: FilesChooserProps) {
  return (
    <UploadBlock
      label="Dateien"
      icon={FileText}
      accept={accept}
      multiple
      hint="Markdown, HTML, DOCX oder ZIP, höchstens 50 MB je Datei"
      sending={
        state.phase === "sending"
          ? { name: state.name, text: "Wird hochgeladen …", part: state.part, label: "Dateien werden hochgeladen" }
          : undefined
      }
      failure={state.phase === "failed" ? state.message : undefined}
      onFiles={onFiles}
      onCancel={onCancel}
    />
  );
}
