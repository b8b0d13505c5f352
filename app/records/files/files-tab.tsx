import { useQuery } from "@tanstack/react-query";
import { type Attachment, groupVersions } from "../../../contract/files/attachments.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { AttachingRow } from "./attaching-row.tsx";
import { FileDrop } from "./file-drop.tsx";
import { FileRow } from "./file-row.tsx";
import { openRenameDialog } from "./open-rename-dialog.tsx";
import { useAttaching } from "./use-attaching.ts";

/** The tab „Dateien“. */
export function FilesTab({ record }: { record: RecordRow }) {
  const { type, id } = record;
  const trpc = useTRPC();
  const files = useQuery(trpc.attachment.list.queryOptions({ type, id }));
  const attaching = useAttaching(record);
  const remove = useMutate(trpc.attachment.detach.mutationOptions(), {
    refreshes: ["attachment", "change"],
    success: "Datei entfernt.",
  });

  async function ask({ key, filename }: Attachment): Promise<void> {
    const isSure = await confirm({
      title: "Datei entfernen?",
      description: `„${filename}“ steht danach nicht mehr an diesem Eintrag.`,
      confirmLabel: "Entfernen",
    });
    if (isSure) remove.mutate({ type, id, key });
  }

  const sign = useMutate(trpc.attachment.sign.mutationOptions(), {
    refreshes: ["attachment", "change"],
    success: "Als unterschrieben festgehalten.",
  });

  async function askToSign({ key, filename }: Attachment): Promise<void> {
    const isSure = await confirm({
      title: "Als unterschrieben festhalten?",
      description: `„${filename}“ lässt sich danach weder umbenennen noch entfernen. Änderungen kommen als neue Fassung dazu.`,
      confirmLabel: "Festhalten",
    });
    if (isSure) sign.mutate({ type, id, key });
  }

  const isEmpty = files.data?.length === 0 && attaching.all.length === 0;
  return (
    <>
      {record.can.edit && <FileDrop onFiles={attaching.start} />}
      {files.isPending && <RowSkeletons rows={3} className="mt-3" />}
      {files.isError && !files.data && (
        <ListError
          message="Die Dateien konnten nicht geladen werden."
          errorId={problemOf(files.error)?.requestId}
          onRetry={() => files.refetch()}
          retrying={files.isFetching}
        />
      )}
      {isEmpty && <p className="mt-4 text-ui text-text-2">Noch keine Dateien.</p>}
      <ul aria-label="Dateien" className="mt-3">
        {attaching.all.map((each) => (
          <AttachingRow
            key={each.id}
            attaching={each}
            onRetry={() => attaching.retry(each)}
            onCancel={() => attaching.cancel(each)}
          />
        ))}
        {groupVersions(files.data ?? []).map(({ file, version, earlier }) => (
          <FileRow
            key={file.key}
            file={file}
            version={version}
            earlier={earlier}
            {...(record.can.edit && {
              onVersion: (next: File) => attaching.start([next], file.key),
              ...(!file.signedAt && {
                onRename: () => void openRenameDialog({ type, id }, file),
                onRemove: () => void ask(file),
                ...(declarationOf(type).keepsSigned && { onSign: () => void askToSign(file) }),
              }),
            })}
          />
        ))}
      </ul>
    </>
  );
}
