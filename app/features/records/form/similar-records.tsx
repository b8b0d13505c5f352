import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { useRecordApi } from "../record-api.ts";
import { recordPath } from "../record-path.ts";
import { useDebounced } from "./use-options.ts";

const leastLetters = 3;
const shown = 3;
/** Words that many companies share and that therefore say nothing about being the same. */
const common = /^(gmbh|ag|ug|kg|ohg|gbr|ev|e\.v\.|mbh|co|co\.|und|the|der|die|das|inc|ltd|&|firma)$/i;

/** Names what is already there under a similar name, while a new one is typed. */
export function SimilarRecords({ declaration, text }: { declaration: Declaration; text: string }) {
  const search = useDebounced(tellingPart(text));
  const { data = [] } = useQuery({
    ...useRecordApi(declaration.type).options.queryOptions(
      { search, limit: shown },
      { trpc: { abortOnUnmount: true } },
    ),
    enabled: search.length >= leastLetters,
  });
  const isShown = search.length >= leastLetters && data.length > 0;
  return (
    <span role="status">
      {isShown && `Ähnliche ${declaration.labels.many}: `}
      {isShown &&
        data.map(({ id, label }, index) => (
          <Fragment key={id}>
            {index > 0 && ", "}
            <Link to={recordPath(declaration.type, id) ?? "."} target="_blank" className={linkClass}>
              {label}
            </Link>
          </Fragment>
        ))}
    </span>
  );
}

/** The longest word that is not the name of a legal form. */
export function tellingPart(text: string): string {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => !common.test(word));
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}
