import { Link, useLocation } from "@remix-run/react";
import {
  ArrowRightLeft,
  Copy,
  Download,
  Ellipsis,
  History,
  LayoutTemplate,
  Link2,
  ListPlus,
  Pencil,
  Plus,
  SlidersHorizontal,
  Star,
  Trash2,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { hasAbility } from "../../../../contract/roles.ts";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useCreationId } from "../../../lib/form/use-creation-id.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { openRecordDialog } from "../../../records/form/record-dialog.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { ChatButton } from "../../chats/chat-button.tsx";
import type { PagePoint } from "../../tasks/open-task-dialogs.tsx";
import { openExportDialog } from "../page-dialogs.tsx";
import { pagePath } from "../page-path.ts";
import { copyPageLink, usePageActions } from "../use-page-actions.ts";

/** What can be done with the page on screen; writing in it is the one that counts. */
export function PageTools({ page }: { page: PageReading }) {
  const { row, can, isFavourite } = page;
  const trpc = useTRPC();
  const starring = useMutate(trpc.page.setFavourite.mutationOptions(), { refreshes: ["page"] });
  const isStarred = starring.isPending ? starring.variables.isFavourite : isFavourite;
  const path = pagePath(row);
  const edit = useRef<HTMLAnchorElement>(null);
  const hasWritten = (useLocation().state as { hasWritten?: true } | null)?.hasWritten === true;
  // Whoever comes back from writing is where they began it.
  useEffect(() => {
    if (hasWritten) edit.current?.focus({ preventScroll: true });
  }, [hasWritten]);
  return (
    <div className="flex flex-none items-center gap-1 max-md:-ml-3 max-md:w-[calc(100%+12px)]">
      <ChatButton page={{ type: "page", id: row.id, title: row.title }} />
      <Tooltip label={isStarred ? "Aus Favoriten entfernen" : "Zu Favoriten"}>
        <IconButton
          icon={Star}
          label="Favorit"
          size="sm"
          aria-pressed={isStarred}
          className={cx(isStarred && "[&_svg]:fill-current [&_svg]:!text-text-1")}
          onClick={() => starring.mutate({ id: row.id, isFavourite: !isStarred })}
        />
      </Tooltip>
      <Tooltip label="Verlauf">
        <Link
          to={`${path}/history`}
          aria-label="Verlauf"
          className={buttonClass({ variant: "ghost", size: "sm", iconOnly: true })}
        >
          <Icon of={History} />
        </Link>
      </Tooltip>
      <PageMenu page={page} />
      {can.edit && (
        <Link
          to={`${path}?edit`}
          ref={edit}
          preventScrollReset
          aria-keyshortcuts="e"
          className={cx(buttonClass({ variant: "primary", size: "sm" }), "ml-1 max-md:ml-auto")}
        >
          <Icon of={Pencil} />
          Bearbeiten
        </Link>
      )}
    </div>
  );
}

/** What is done with a page now and then. */
function PageMenu({ page }: { page: PageReading }) {
  const { row, can, breadcrumb } = page;
  const actions = usePageActions();
  const mayMakeTasks = hasAbility(useRole(), "writeTasks");
  const hasOpenPoints = /data-checked="false"(?! data-task)/.test(page.html);
  const mayExport = hasAbility(useRole(), "exportRecords");
  const acted = { id: row.id, title: row.title, parentId: breadcrumb.at(-1)?.id ?? null };
  const creationId = useCreationId();
  const templating = useMutate(useTRPC().page.saveAsTemplate.mutationOptions(), {
    refreshes: ["page"],
    success: "Als Vorlage gespeichert.",
    onSuccess: creationId.forget,
  });
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Mehr zu ${row.title}`} size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        {can.edit && (
          <>
            <MenuItem icon={SlidersHorizontal} onSelect={() => void openRecordDialog("page", { record: row })}>
              Eigenschaften …
            </MenuItem>
            <MenuItem icon={Plus} onSelect={() => actions.addBelow(acted)}>
              Unterseite
            </MenuItem>
            <MenuItem icon={ArrowRightLeft} onSelect={() => void actions.move(acted)}>
              Verschieben …
            </MenuItem>
            <MenuItem icon={Copy} onSelect={() => actions.duplicate(acted)}>
              Duplizieren
            </MenuItem>
            <MenuItem
              icon={LayoutTemplate}
              onSelect={() => templating.mutate({ id: row.id, creationId: creationId.idFor(row.id) })}
            >
              Als Vorlage speichern
            </MenuItem>
          </>
        )}
        {mayMakeTasks && hasOpenPoints && (
          <MenuItem
            icon={ListPlus}
            onSelect={() =>
              void import("../../tasks/open-task-dialogs.tsx").then(({ openPoints }) =>
                openPoints({ type: "page", id: row.id, title: row.title }, openPointsOf(page.html)),
              )
            }
          >
            Aufgaben aus Häkchen …
          </MenuItem>
        )}
        <MenuItem icon={Link2} onSelect={() => void copyPageLink(row)}>
          Link kopieren
        </MenuItem>
        {mayExport && (
          <MenuItem icon={Download} onSelect={() => void openExportDialog({ page: acted })}>
            Exportieren …
          </MenuItem>
        )}
        {can.edit && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => void actions.trash(acted)}>
              Papierkorb
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}

/** The check boxes of a page that are neither ticked nor a task yet; of those with points below them the own words. */
function openPointsOf(html: string): PagePoint[] {
  const items = new DOMParser().parseFromString(html, "text/html").querySelectorAll("li[data-checked]");
  const isOpen = ({ dataset }: HTMLElement) => dataset.checked === "false" && dataset.task === undefined;
  return [...items].flatMap((item, index) => {
    const own = item.querySelector("div")?.cloneNode(true);
    if (!(item instanceof HTMLElement && isOpen(item) && own instanceof HTMLElement)) return [];
    for (const list of own.querySelectorAll("ul, ol")) list.remove();
    const title = own.textContent?.replace(/\s+/g, " ").trim();
    for (const named of own.querySelectorAll("[data-mention-kind], sup, figure")) named.remove();
    return title ? { title, box: { index, text: own.textContent ?? "" } } : [];
  });
}
