import { Link, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { type ComponentProps, type FormEvent, useRef, useState } from "react";
import {
  backupExtensions,
  backupTypes,
  busyStates,
  type ImportRow,
  type ImportType,
  importExtensions,
  importTypes,
} from "../../../contract/imports/imports.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { UploadBlock } from "../../ui/form/upload-block.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { DiscoverHint } from "../discoveries/discover-link.tsx";
import { importSentence, manyOf, readImportType, stateLabels } from "./import-labels.ts";
import { ImportSteps } from "./import-steps.tsx";
import { type FileState, useImportFile } from "./use-import-file.ts";

/** The first step: what is imported, and where it comes from. */
export function ImportStart() {
  const [search, setSearch] = useSearchParams();
  const type = readImportType(search);
  const { state, start, cancel } = useImportFile(type);
  const isBusy = state.phase === "sending" || state.phase === "reading";
  return (
    <>
      <PageHeader title={`${manyOf(type)} importieren`} />
      <ImportSteps current="file" />
      <div className="mt-6 grid max-w-[760px] gap-6">
        <Field label="Was ist in der Liste?" className="max-w-[320px]">
          <Select
            value={type}
            disabled={isBusy}
            onChange={(event) => setSearch({ type: event.target.value }, { replace: true, preventScrollReset: true })}
          >
            {importTypes.map((one) => (
              <option key={one} value={one}>
                {manyOf(one)}
              </option>
            ))}
          </Select>
        </Field>
        {type === "website" && <DiscoverHint />}
        <FileChooser type={type} state={state} onFile={start} onCancel={cancel} />
        <PasteForm key={type} type={type} disabled={isBusy} onFile={start} />
      </div>
      <PastImports />
    </>
  );
}

/** The imports of this person, of everybody for admins, the newest first. */
function PastImports() {
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const imports = useQuery({
    ...trpc.import.list.queryOptions({ page, limit: 10 }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.data.some((row) => busyStates.includes(row.state)) ? 2000 : false),
  });
  return (
    <Section title="Bisherige Importe" className="!mt-11">
      <PagedList
        query={imports}
        rows={3}
        page={page}
        onPage={setPage}
        empty={
          <p className="py-4 text-ui text-text-2">
            Noch keine Importe. Was du hier einliest, lässt sich 7 Tage lang rückgängig machen.
          </p>
        }
      >
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <PastImport key={row.id} row={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}

function PastImport({ row }: { row: ImportRow }) {
  return (
    <li className="border-b">
      <Link
        to={`/import/${row.id}`}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-1 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px] md:grid-cols-[minmax(0,1fr)_160px_150px]"
      >
        <span className="block min-w-0">
          <span className="block truncate text-row font-550">{row.filename}</span>
          <span className="block text-meta text-text-2">
            {manyOf(row.type)}: {importSentence(row)}
          </span>
        </span>
        <span className="text-ui text-text-2">{stateLabels[row.state]}</span>
        <span className="num text-meta text-text-3 max-md:col-span-2 md:text-right">
          {formatDateTime(row.createdAt)}
          {row.createdBy && <span className="block truncate">{row.createdBy.label}</span>}
        </span>
      </Link>
    </li>
  );
}

const examples: Partial<Record<RecordType, string>> = {
  website: "www.weingut-amsel.example\nhttps://shop.baeckerei-boehm.example",
  domain: "weingut-amsel.example\nbaeckerei-boehm.example",
  customer: "Weingut Amsel\nBäckerei Böhm",
};

interface PasteFormProps {
  type: RecordType;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** A list without a file: one record per line, or cells copied out of a spreadsheet. */
function PasteForm({ type, disabled, onFile }: PasteFormProps) {
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<string[]>([]);
  const pasted = useRef<File>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setErrors(["Liste: Pflichtfeld."]);
    // The same list again is the same file, so that it makes no second import.
    pasted.current ??= new File([text], "Eingefügte Liste.txt", { type: "text/plain" });
    onFile(pasted.current);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="Liste einfügen"
        mark="statt einer Datei"
        errors={errors}
        hint="Ein Eintrag je Zeile, oder Zellen aus einer Tabelle."
      >
        <TextArea
          rows={5}
          value={text}
          spellCheck={false}
          placeholder={examples[type]}
          onChange={(event) => {
            setText(event.target.value);
            pasted.current = undefined;
            setErrors([]);
          }}
        />
      </Field>
      <Button type="submit" className="mt-2.5" disabled={disabled}>
        Liste übernehmen
      </Button>
    </form>
  );
}

const acceptFor = (type: ImportType) =>
  [...importExtensions, ...(backupTypes.includes(type) ? backupExtensions : [])]
    .map((extension) => `.${extension}`)
    .join(",");

interface FileChooserProps {
  type: ImportType;
  state: FileState;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Takes one file, by button or by dropping it anywhere on the block. */
function FileChooser({ type, state, onFile, onCancel }: FileChooserProps) {
  return (
    <UploadBlock
      label="Datei"
      icon={FileSpreadsheet}
      accept={acceptFor(type)}
      hint={
        <>
          CSV, TSV oder XLSX, höchstens 50 MB und 100.000 Zeilen
          {backupTypes.includes(type) &&
            ". Auch ein Backup von Uptime Kuma: JSON aus 1.x oder die Datenbank kuma.db aus 2.x"}
        </>
      }
      sending={sendingOf(state)}
      failure={state.phase === "failed" ? state.message : undefined}
      onFiles={([file]) => file && onFile(file)}
      onCancel={onCancel}
    />
  );
}

function sendingOf(state: FileState): ComponentProps<typeof UploadBlock>["sending"] {
  if (state.phase !== "sending" && state.phase !== "reading") return undefined;
  const [text, part] = state.phase === "sending" ? ["Wird hochgeladen …", state.percent / 100] : ["Wird gelesen …", 1];
  return { name: state.filename, text, part, label: "Datei wird hochgeladen" };
}
