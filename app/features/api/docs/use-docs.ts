import { useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fold } from "../../../lib/fold.ts";
import { type OpenApi, type Operation, operationsOf } from "./openapi.ts";

export const openApiPath = "/api/v1/openapi.json";

async function readDocument({ signal }: { signal: AbortSignal }): Promise<OpenApi> {
  const answer = await fetch(openApiPath, { signal });
  if (!answer.ok) throw new Error(`The description of the API answered ${answer.status}.`);
  return answer.json();
}

/** The description of the API, which stays the same while the portal runs. */
export function useDocument() {
  return useQuery({ queryKey: ["openapi"], queryFn: readDocument, staleTime: Number.POSITIVE_INFINITY });
}

/** What is open and what is looked for, as the URL has it. */
export function useDocsState() {
  const [searchParams, setSearchParams] = useSearchParams();
  return {
    tag: searchParams.get("tag") ?? "",
    search: (searchParams.get("q") ?? "").slice(0, 100),
    setSearch: (q: string) => setSearchParams(q ? { q } : {}, { replace: true, preventScrollReset: true }),
  };
}

const maxFound = 40;

/** The operations of a tag, or those in which every word that is looked for occurs. */
export function useOperations(document: OpenApi, { tag, search }: { tag: string; search: string }): Operation[] {
  const all = useMemo(() => operationsOf(document), [document]);
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all.filter((operation) => operation.tag === tag);
  return all.filter((operation) => words.every((word) => textOf(operation).includes(word))).slice(0, maxFound);
}

function textOf({ method, path, tag, summary, scope, body }: Operation): string {
  const fields = Object.entries(body?.properties ?? {}).map(([name, { description = "" }]) => `${name} ${description}`);
  return fold([method, path, tag, summary, scope, ...fields].join(" "));
}
