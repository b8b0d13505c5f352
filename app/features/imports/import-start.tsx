import { useSearchParams } from "@remix-run/react";
import { importTypes } from "../../../contract/imports/imports.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { ImportSteps } from "./import-steps.tsx";
import { manyOf, readImportType } from "./import-types.ts";
import { PastImports } from "./past-imports.tsx";
import { PasteForm } from "./paste-form.tsx";
import { useImportFile } from "./use-import-file.ts";

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
        <FileChooser type={type} state={state} onFile={start} onCancel={cancel} />
        <PasteForm key={type} type={type} disabled={isBusy} onFile={start} />
      </div>
      <PastImports />
    </>
  );
}
