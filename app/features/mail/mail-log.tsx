import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MailKind, type MailState, mailKindLabels, mailStateLabels } from "../../../contract/mail/mail.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { SearchField } from "../../lib/form/search-field.tsx";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { FilterSelect } from "../../ui/form/filter-select.tsx";
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
      <FilterBar className="py-3">
        <SearchField
          aria-label="Im Protokoll suchen"
          placeholder="Empfänger, Betreff, Antwort …"
          value={asked.search}
          onSearch={(search) => choose({ search })}
        />
        <FilterSelect
          label="Stand"
          all="Jeder Stand"
          className="w-44 max-md:flex-1"
          labels={mailStateLabels}
          value={asked.state}
          onChange={(state) => choose({ state })}
        />
        <FilterSelect
          label="Art"
          all="Jede Art"
          className="w-44 max-md:flex-1"
          labels={mailKindLabels}
          value={asked.kind}
          onChange={(kind) => choose({ kind })}
        />
      </FilterBar>
      <PagedList
        query={log}
        rows={4}
        page={asked.page}
        onPage={(page) => choose({ page })}
        empty="Noch keine E-Mail verschickt."
        onReset={isFiltered ? () => setAsked(everything) : undefined}
      >
        {(mails) => (
          <ul aria-label="Versandprotokoll" className="border-t">
            {mails.map((mail) => (
              <MailLogRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </PagedList>
      <p className="mt-2.5 text-meta text-text-3">
        Das Protokoll reicht 90 Tage zurück. Was in den E-Mails steht, zeigt es nicht.
      </p>
    </Section>
  );
}
