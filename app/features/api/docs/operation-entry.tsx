import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { Tag } from "../../../ui/status/tag.tsx";
import { CodeSample } from "./code-sample.tsx";
import { curlOf } from "./curl.ts";
import { FieldTable, rowsOf } from "./field-table.tsx";
import type { Operation, Parameter } from "./openapi.ts";

const tones: Record<string, "ok" | "mnt" | "warn" | "bad"> = { get: "mnt", post: "ok", patch: "warn", delete: "bad" };

interface OperationEntryProps {
  operation: Operation;
  baseUrl: string;
  showsTag: boolean;
}

/** An operation by method and path; its particulars are drawn when somebody opens it. */
export function OperationEntry({ operation, baseUrl, showsTag }: OperationEntryProps) {
  const [open, setOpen] = useState(false);
  const { method, path, summary, tag, scope } = operation;
  return (
    <li className="border-b">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 text-ui hover:bg-hover [&::-webkit-details-marker]:hidden">
          <Icon of={ChevronRight} className="text-text-3 transition-transform group-open:rotate-90" />
          <Tag tone={tones[method]} className="w-14 justify-center font-mono uppercase">
            {method}
          </Tag>
          <code className="font-mono text-[12.5px] [overflow-wrap:anywhere]">{path}</code>
          <span className="text-text-2">{showsTag ? `${tag}: ${summary}` : summary}</span>
          <span className="ml-auto font-mono text-[12px] text-text-3 max-md:hidden">{scope}</span>
        </summary>
        {open && <Particulars operation={operation} baseUrl={baseUrl} />}
      </details>
    </li>
  );
}

const locations: { in: Parameter["in"]; caption: string }[] = [
  { in: "path", caption: "In der Adresse" },
  { in: "query", caption: "Angaben (Query)" },
  { in: "header", caption: "Kopfzeilen" },
];

function Particulars({ operation, baseUrl }: Omit<OperationEntryProps, "showsTag">) {
  const { method, path, summary, tag, scope, parameters, body, answer } = operation;
  return (
    <section aria-label={`${tag}: ${summary}`} className="pb-5 pt-2 md:pl-7">
      <p className="text-ui text-text-2">
        Nötiges Recht: <code className="font-mono text-[12px] text-text-1">{scope}</code>. Gelingt mit Status{" "}
        {answer.status}.
      </p>
      <h3 className="mt-4 text-ui font-semibold">Beispiel</h3>
      <CodeSample text={curlOf(operation, baseUrl)} label={`Beispiel für ${method.toUpperCase()} ${path} kopieren`} />
      {locations.map(({ in: location, caption }) => {
        const rows = parameters
          .filter((parameter) => parameter.in === location)
          .map(({ name, required = false, schema = {}, description }) => ({ name, required, schema, description }));
        return rows.length > 0 && <FieldTable key={location} caption={caption} rows={rows} />;
      })}
      {body && <FieldTable caption="Felder im Inhalt" rows={rowsOf(body)} />}
      {answer.schema?.properties && <FieldTable caption="Antwort" rows={rowsOf(answer.schema)} />}
    </section>
  );
}
