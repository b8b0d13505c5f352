import { ListFilter, Plus, Upload } from "lucide-react";
import type { ReactNode } from "react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListState } from "../../../contract/records/list-state.ts";
import { isListType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { formatNumber } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type ListLink, MoreMenu } from "./more-menu.tsx";

interface ListHeaderProps {
  declaration: Declaration;
  state: ListState;
  count: number | undefined;
  hasTools: boolean;
  isToolsOpen: boolean;
  onTools: () => void;
  actions?: ReactNode;
  links?: readonly ListLink[] | undefined;
}

export function ListHeader(props: ListHeaderProps) {
  const { declaration, state, count, hasTools, isToolsOpen, onTools, actions, links = [] } = props;
  const role = useRole();
  const { labels, path, type } = declaration;
  return (
    <PageHeader
      title={labels.many}
      count={count === undefined ? undefined : formatNumber(count)}
      actions={
        <>
          {hasTools && (
            <IconButton
              icon={ListFilter}
              label="Ansicht und Sortierung"
              variant="secondary"
              aria-expanded={isToolsOpen}
              className="md:hidden"
              onClick={onTools}
            />
          )}
          {actions}
          {links.map(({ to, label, icon }) => (
            <Link key={to} to={to} className={cx(buttonClass(), "max-md:hidden")}>
              <Icon of={icon} />
              {label}
            </Link>
          ))}
          {hasTools && <MoreMenu declaration={declaration} state={state} links={links} />}
          {hasTools && isListType(type) && declaration.isImported !== false && hasAbility(role, "importRecords") && (
            <Link to={`/import?type=${type}`} className={cx(buttonClass(), "max-md:hidden")}>
              <Icon of={Upload} />
              Liste importieren
            </Link>
          )}
          {hasAbility(role, "editRecords") && (
            <Link to={`${path}/new`} className={cx(buttonClass({ variant: "primary" }), "max-md:w-11 max-md:px-0")}>
              <Icon of={Plus} />
              <span className="sr-only">{labels.create}</span>
              <span aria-hidden="true" className="max-md:hidden">
                Neu
              </span>
              <Kbd aria-hidden="true" className="ml-0.5 max-md:hidden">
                C
              </Kbd>
            </Link>
          )}
        </>
      }
    />
  );
}
