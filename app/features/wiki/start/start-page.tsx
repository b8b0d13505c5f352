import { useQuery } from "@tanstack/react-query";
import { BookOpenCheck, FilePlus2, FileUp, Globe, LifeBuoy, Rocket, Server, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { isKeyOf } from "../../../../contract/narrowing.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageStart, PageTemplate } from "../../../../contract/wiki/page-rows.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type EmptyAction, EmptyState } from "../../../ui/placeholders/empty-state.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { Section } from "../../../ui/section.tsx";
import { NewPageButton } from "../new-page-button.tsx";
import { WikiExportButton } from "../transfer/export-button.tsx";
import { useNewPage } from "../use-new-page.ts";
import { PageList } from "./page-list.tsx";

/** What somebody finds who comes to the wiki without a question: what is new, what is theirs, what others read. */
export function StartPage() {
  const start = useQuery(useTRPC().page.start.queryOptions());
  if (start.data?.isEmpty) return <EmptyWiki templates={start.data.templates} />;
  return (
    <div className="mx-auto w-full max-w-[1100px] px-gutter pb-16 pt-7">
      <PageHeader
        title="Wiki"
        actions={
          <>
            {start.data && <WikiExportButton />}
            <NewPageButton />
          </>
        }
      />
      {start.isPending && <RowSkeletons rows={6} className="mt-6" />}
      {start.isError && !start.data && (
        <ListError
          message="Die Übersicht konnte nicht geladen werden."
          errorId={problemOf(start.error)?.requestId}
          onRetry={() => start.refetch()}
          retrying={start.isFetching}
          className="mt-6"
        />
      )}
      {start.data && <Blocks start={start.data} />}
    </div>
  );
}

function Blocks({ start: { recent, drafts, toReview, popular, favourites } }: { start: PageStart }) {
  return (
    <div className="mt-6 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_360px]">
      <div className="min-w-0">
        <Section title="Zuletzt geändert" aside={<More to="/wiki/all">Alle Seiten</More>}>
          <PageList pages={recent} label="Zuletzt geändert" />
        </Section>
        {popular.length > 0 && (
          <Section title="Beliebt">
            <PageList
              pages={popular}
              label="Beliebt"
              aside={({ views }) => `${formatNumber(views)} ${views === 1 ? "Aufruf" : "Aufrufe"}`}
            />
          </Section>
        )}
      </div>
      <div className="min-w-0">
        {favourites.length > 0 && (
          <Section title="Favoriten">
            <PageList pages={favourites} label="Favoriten" />
          </Section>
        )}
        <Section title="Zu prüfen" aside={toReview.length > 0 && <More to="/wiki/all?view=review">Alle</More>}>
          {toReview.length > 0 ? (
            <PageList pages={toReview} label="Zu prüfen" aside={({ dueAt }) => `bis ${formatDay(dueAt)}`} />
          ) : (
            <p className="py-3 text-ui text-text-2">Für dich ist nichts zu prüfen.</p>
          )}
        </Section>
        <Section title="Meine Entwürfe" aside={drafts.length > 0 && <More to="/wiki/all?view=drafts">Alle</More>}>
          {drafts.length > 0 ? (
            <PageList pages={drafts} label="Meine Entwürfe" />
          ) : (
            <p className="py-3 text-ui text-text-2">Du hast keine offenen Entwürfe.</p>
          )}
        </Section>
      </div>
    </div>
  );
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  );
}

const templateIcons = {
  "template-server-move": Server,
  "template-domain-transit": Globe,
  "template-domain-redemption": Globe,
  "template-onboarding": UserPlus,
  "template-website-launch": Rocket,
  "template-emergency": LifeBuoy,
} as const;

function EmptyWiki({ templates }: { templates: readonly PageTemplate[] }) {
  const mayEdit = hasAbility(useRole(), "editRecords");
  const { create } = useNewPage();
  const actions: EmptyAction[] = templates.map((template) => ({
    icon: isKeyOf(templateIcons, template.id) ? templateIcons[template.id] : BookOpenCheck,
    title: template.title,
    text: template.description,
    onClick: () => create({ templateId: template.id, title: template.title }),
  }));
  actions.push({ icon: FilePlus2, title: "Leere Seite", text: "Ohne Vorgaben anfangen.", onClick: () => create() });
  actions.push({
    icon: FileUp,
    title: "Importieren",
    text: "Aus Markdown, Word, Outline oder BookStack.",
    href: "/wiki/import",
  });
  return (
    <div className="px-gutter pb-16 pt-7">
      <PageHeader title="Wiki" />
      <EmptyState
        title="Hier entsteht euer Wissen."
        text={
          mayEdit ? "Starte mit einer Vorlage:" : "Sobald jemand aus dem Team die erste Seite schreibt, steht sie hier."
        }
        actions={mayEdit ? actions : []}
        className="mt-10 md:mt-[72px]"
      />
    </div>
  );
}
