import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageCrumb, PageGaps } from "../../../../contract/wiki/page-rows.ts";
import { QueryPanel } from "../../../lib/api/query-panel.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDate } from "../../../lib/format.ts";
import { CountedSection } from "../../../lib/pages/counted-section.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import { linkClass, linkInRow } from "../../../ui/link-class.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { pagePath } from "../page-path.ts";
import { Confirm, TakeOver, ToLink } from "./fix-actions.tsx";
import { GapRow } from "./gap-row.tsx";
import { MissedSearch } from "./missed-search.tsx";

/** What the wiki lacks, each with an action that fixes it. */
export function GapsPage() {
  const gaps = useQuery(useTRPC().page.gaps.queryOptions());
  return (
    <div className="mx-auto w-full max-w-[820px] px-gutter pb-16 pt-7">
      <PageHeader title="Wissenslücken" />
      <p className="mt-3 max-w-[640px] text-text-2">
        Was im Wiki fehlt oder nicht mehr stimmt. Montags bekommen Betreuer Bescheid, wenn hier etwas steht.
      </p>
      <QueryPanel query={gaps} failure="Die Wissenslücken konnten nicht geladen werden.">
        {(found) => <Gaps gaps={found} />}
      </QueryPanel>
    </div>
  );
}

function Gaps({ gaps }: { gaps: PageGaps }) {
  const { searches, withoutOwner, ownerless, brokenLinks, deadLinks, overdue, checksLinks } = gaps;
  const mayEdit = hasAbility(useRole(), "editRecords");
  const isComplete =
    searches.length + withoutOwner + brokenLinks.length + deadLinks.length + overdue.pages.length === 0;
  return (
    <>
      {isComplete && (
        <p role="status" className="mt-7 border-y py-4 text-text-2">
          Keine Lücken: Jede Suche findet etwas, jede Seite hat Verantwortliche, und kein Verweis führt ins Leere.
        </p>
      )}
      <CountedSection
        title="Suchen ohne Treffer"
        total={searches.length}
        text="Danach wurde in den letzten 90 Tagen gesucht, und das Wiki hatte nichts."
      >
        {searches.map((search) => (
          <MissedSearch key={search.query} search={search} mayEdit={mayEdit} />
        ))}
      </CountedSection>
      <CountedSection
        title="Seiten ohne verantwortliche Person"
        total={withoutOwner}
        whole="/wiki/all?view=ownerless"
        text="Niemand wird gefragt, ob noch stimmt, was dort steht."
      >
        {ownerless.map((page) => (
          <GapRow key={page.id} title={<PageTitle page={page} />} facts="ohne verantwortliche Person">
            {mayEdit && <TakeOver page={page} />}
          </GapRow>
        ))}
      </CountedSection>
      <CountedSection
        title="Verweise auf fehlende Seiten"
        total={brokenLinks.length}
        text="Diese Seiten verweisen auf andere, die es nicht mehr gibt oder die im Papierkorb liegen."
      >
        {brokenLinks.map(({ page, targets, first }) => (
          <GapRow
            key={page.id}
            title={<PageTitle page={page} />}
            facts={targets === 1 ? "1 Verweis ins Leere" : `${targets} Verweise ins Leere`}
          >
            <ToLink page={page} link={first} />
          </GapRow>
        ))}
      </CountedSection>
      <CountedSection
        title="Links ins Leere"
        total={deadLinks.length}
        text="Das Portal fragt jeden Link veröffentlichter Seiten einmal im Monat an. Hier kam nichts."
      >
        {deadLinks.map(({ page, url, problem, brokenSince }) => (
          <GapRow
            key={`${page.id} ${url}`}
            title={<OutsideLink url={url} />}
            facts={
              <>
                {problem} Seit {formatDate(brokenSince)}, in{" "}
                <Link to={pagePath(page)} className={linkClass}>
                  {page.title}
                </Link>
              </>
            }
          >
            <ToLink page={page} link={url} />
          </GapRow>
        ))}
      </CountedSection>
      <CountedSection
        title="Überfällige Prüfungen"
        total={overdue.total}
        whole="/wiki/all?view=review"
        text="Hier sollte längst jemand nachgesehen haben, ob alles noch stimmt."
      >
        {overdue.pages.map(({ page, dueAt, owner }) => (
          <GapRow
            key={page.id}
            title={<PageTitle page={page} />}
            facts={`prüfen bis ${formatDay(dueAt)} · ${owner?.label ?? "ohne verantwortliche Person"}`}
          >
            {mayEdit && <Confirm page={page} />}
          </GapRow>
        ))}
      </CountedSection>
      {!checksLinks && (
        <p className="mt-7 text-ui text-text-2">
          Links aus dem Portal hinaus werden nicht geprüft: Das ist unter Einstellungen › Netzwerk ausgeschaltet.
        </p>
      )}
    </>
  );
}

function PageTitle({ page }: { page: PageCrumb }) {
  return (
    <Link to={pagePath(page)} className={linkInRow}>
      {page.icon && `${page.icon} `}
      {page.title}
    </Link>
  );
}

function OutsideLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkInRow}>
      {url}
    </a>
  );
}
