import { useQuery } from "@tanstack/react-query";
import { ChevronDown, FilePlus2, Plus } from "lucide-react";
import { useState } from "react";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { useNewPage } from "./use-new-page.ts";

/** Begins a page at once; the arrow beside it offers the templates. */
export function NewPageButton() {
  const mayEdit = hasAbility(useRole(), "editRecords");
  const [open, setOpen] = useState(false);
  const { create, isPending } = useNewPage();
  const templates = useQuery(useTRPC().page.templates.queryOptions(undefined, { enabled: open }));
  if (!mayEdit) return null;
  return (
    <span className="flex">
      <Button
        variant="primary"
        icon={Plus}
        keyHint="C"
        loading={isPending}
        className="rounded-r-none"
        onClick={() => create()}
      >
        Neue Seite
      </Button>
      <Menu open={open} onOpenChange={setOpen}>
        <MenuTrigger asChild>
          <IconButton
            icon={ChevronDown}
            label="Neue Seite aus Vorlage"
            variant="primary"
            className="ml-px rounded-l-none"
          />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={FilePlus2} onSelect={() => create()}>
            Leere Seite
          </MenuItem>
          <MenuSeparator />
          <MenuLabel>Vorlagen</MenuLabel>
          {templates.isPending && <MenuItem disabled>Wird geladen …</MenuItem>}
          {templates.isError && <MenuItem disabled>Die Vorlagen konnten nicht geladen werden.</MenuItem>}
          {templates.data?.map((template) => (
            <MenuItem key={template.id} onSelect={() => create({ templateId: template.id, title: template.title })}>
              {template.icon && `${template.icon} `}
              {template.title}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
    </span>
  );
}
