import { useQuery } from "@tanstack/react-query";
import { RotateCw, Upload, X } from "lucide-react";
import { type Attachment, groupVersions } from "../../../contract/files/attachments.ts";
import { mimeTypes } from "../../../contract/files/files.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { NameDialog, useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FileDropzone } from "../../ui/form/file-dropzone.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { UploadProgress } from "../../ui/status/upload-progress.tsx";
import { FileRow } from "./file-row.tsx";
import { type Attaching, useAttaching } from "./use-attaching.ts";

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

interface AttachingRowProps {
  attaching: Attaching;
  onRetry: () => void;
  onCancel: () => void;
}

/** A file on its way to the record. */
function AttachingRow({ attaching, onRetry, onCancel }: AttachingRowProps) {
  const { file, phase } = attaching;
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-row font-medium">{file.name}</span>
        <span aria-live="polite" className="block text-meta text-text-2">
          {phase === "waiting" && "Wartet …"}
          {phase === "sending" && <UploadProgress percent={attaching.percent} />}
          {phase === "failed" && <span className="text-bad-text">{attaching.message}</span>}
        </span>
      </span>
      {phase === "failed" && (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Erneut versuchen
        </Button>
      )}
      <IconButton icon={X} label={`${file.name} abbrechen`} onClick={onCancel} />
    </li>
  );
}

const accept = Object.entries(mimeTypes)
  .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(",");

/** Takes files by dropping them or from the picker. */
function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileDropzone
      aria-label="Dateien hinzufügen"
      pickLabel="Dateien auswählen"
      accept={accept}
      multiple
      onFiles={onFiles}
      className={(isOver) =>
        cx(
          "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-10 border border-dashed border-control px-4 py-3",
          isOver && "bg-tint-7 outline outline-focus",
        )
      }
    >
      {({ pick }) => (
        <>
          <Button icon={Upload} onClick={pick}>
            Dateien auswählen
          </Button>
          <p className="text-note text-text-2">
            <span className="max-md:hidden">Oder hier ablegen. </span>Bilder bis 15 MB, andere Dateien bis 50 MB.
          </p>
        </>
      )}
    </FileDropzone>
  );
}

/** Gives a file of a record another name. */
function openRenameDialog(record: RecordKey, file: Attachment): Promise<true | undefined> {
  return openModal<true>((controls) => <RenameDialog record={record} file={file} {...controls} />);
}

interface RenameDialogProps extends ModalControls<true> {
  record: RecordKey;
  file: Attachment;
}

function RenameDialog({ record: { type, id }, file, open, onOpenChange, close }: RenameDialogProps) {
  const { refusals, onRefused, forget } = useRefusals();
  const rename = useMutate(useTRPC().attachment.rename.mutationOptions(), {
    refreshes: ["attachment", "change"],
    success: "Datei umbenannt.",
    onSuccess: () => close(true),
    onRefused,
  });
  return (
    <NameDialog
      open={open}
      onOpenChange={onOpenChange}
      refusals={refusals}
      title="Datei umbenennen"
      label="Name"
      name={file.filename}
      maxLength={255}
      isSaving={rename.isPending}
      onEdit={forget}
      onSave={(filename) => rename.mutate({ type, id, key: file.key, filename })}
      chosenLength={(name) => name.replace(/\.[^.]+$/, "").length}
    />
  );
}
