import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";
import type { PageTemplate } from "../../../../contract/wiki/page-rows.ts";
import { QueryPanel } from "../../../lib/api/query-panel.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { Section } from "../../../ui/section.tsx";
import { pagePath } from "../../wiki/page-path.ts";
import { useNewPage } from "../../wiki/use-new-page.ts";

/** What pages of the wiki can begin with: the team's own templates, then those that come with the portal. */
export function TemplateList() {
  const templates = useQuery(useTRPC().page.templates.queryOptions());
  return (
    <QueryPanel query={templates} failure="Die Vorlagen konnten nicht geladen werden.">
      {(all) => {
        const own = all.filter(({ isBuiltIn }) => !isBuiltIn);
        return (
          <>
            <Section title="Eigene Wiki-Vorlagen">
              {own.length === 0 && (
                <p role="status" className="border-b py-4 text-text-2">
                  Noch keine. Schreib eine Seite im{" "}
                  <Link to="/wiki" className={linkClass}>
                    Wiki
                  </Link>{" "}
                  und wähle in ihrem Menü „Als Vorlage speichern“.
                </p>
              )}
              <Rows templates={own} />
            </Section>
            <Section title="Mitgelieferte Wiki-Vorlagen" className="mt-11">
              <Rows templates={all.filter(({ isBuiltIn }) => isBuiltIn)} />
            </Section>
          </>
        );
      }}
    </QueryPanel>
  );
}

function Rows({ templates }: { templates: readonly PageTemplate[] }) {
  const { create, isPending } = useNewPage();
  return (
    <ul>
      {templates.map(({ id, title, icon, description, isBuiltIn }) => (
        <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
          <span aria-hidden="true" className="w-5 flex-none text-center text-section">
            {icon ?? <Icon of={FileText} size={20} className="text-text-3" />}
          </span>
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-550 [overflow-wrap:anywhere]">
              {isBuiltIn ? (
                title
              ) : (
                <Link
                  to={pagePath({ id, title })}
                  className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3"
                >
                  {title}
                </Link>
              )}
            </p>
            {description && <p className="line-clamp-2 text-meta text-text-2">{description}</p>}
          </div>
          <Button
            size="sm"
            icon={Plus}
            className="max-md:ml-9"
            aria-label={`Seite anlegen aus „${title}“`}
            loading={isPending}
            onClick={() => create({ templateId: id, title })}
          >
            Seite anlegen
          </Button>
        </li>
      ))}
    </ul>
  );
}
