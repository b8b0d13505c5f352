import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { type MailKind, type MailState, mailKindLabels, mailStateLabels } from "../../../contract/mail/mail.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useDebouncedText } from "../../lib/use-debounced-value.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ListError, NoHits } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { MailLogRow } from "./mail-log-row.tsx";

interface Asked {
  page: number;
  search: string;
  state: MailState | "";
  kind: MailKind | "";
}

const everything: Asked = { page: 1, search: "", state: "", kind: "" };

/** The input of `mail.list` for what a person looks at; without any the first page of the log. */
export function logQuery({ page, search, state, kind }: Asked = everything) {
  return {
    page,
    search: search || undefined,
    where: { ...(state && { state }), ...(kind && { kind }) },
  };
}

export function MailLog() {
  const trpc = useTRPC();
  const [asked, setAsked] = useState(everything);
  const log = useQuery(trpc.mail.list.queryOptions(logQuery(asked), { placeholderData: keepPreviousData }));
  const choose = (part: Partial<Asked>) => setAsked({ ...asked, page: 1, ...part });
  const isFiltered = asked.search !== "" || asked.state !== "" || asked.kind !== "";
  return (
    <Section title="Versandprotokoll" className="mt-11">
      <search className="flex flex-wrap items-center gap-2 py-3 md:[&_input]:h-8 md:[&_input]:text-ui md:[&_select]:h-8 md:[&_select]:text-ui">
        <SearchField value={asked.search} onSearch={(search) => choose({ search })} />
        <ChoiceSelect
          aria-label="Stand"
          className="w-44 max-md:flex-1"
          labels={{ "": "Jeder Stand", ...mailStateLabels }}
          value={asked.state}
          onChange={(state) => choose({ state })}
        />
        <ChoiceSelect
          aria-label="Art"
          className="w-44 max-md:flex-1"
          labels={{ "": "Jede Art", ...mailKindLabels }}
          value={asked.kind}
          onChange={(kind) => choose({ kind })}
        />
      </search>
      {log.isPending && <RowSkeletons rows={4} />}
      {log.isError && !log.data && (
        <ListError errorId={problemOf(log.error)?.requestId} onRetry={() => log.refetch()} retrying={log.isFetching} />
      )}
      {log.data?.totalItems === 0 &&
        (isFiltered ? (
          <NoHits onReset={() => setAsked(everything)} />
        ) : (
          <p role="status" className="border-t py-4 text-text-2">
            Noch keine E-Mail verschickt.
          </p>
        ))}
      <ul aria-label="Versandprotokoll" className="border-t empty:border-t-0">
        {log.data?.data.map((mail) => (
          <MailLogRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <Pager page={asked.page} totalPages={log.data?.totalPages ?? 0} onPage={(page) => choose({ page })} />
      <p className="mt-2.5 text-meta text-text-3">
        Das Protokoll reicht 90 Tage zurück. Was in den E-Mails steht, zeigt es nicht.
      </p>
    </Section>
  );
}

function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useDebouncedText(value, onSearch);
  return (
    <TextInput
      type="search"
      icon={Search}
      aria-label="Im Protokoll suchen"
      placeholder="Empfänger, Betreff, Antwort …"
      className="w-[264px] max-md:w-full"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
