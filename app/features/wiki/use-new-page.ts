import { useNavigate } from "@remix-run/react";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { pageAddress } from "./page-address.ts";
import { setOpen } from "./tree/open-nodes.ts";

export interface NewPage {
  parentId?: string | null;
  templateId?: string;
  title?: string;
  /** Whether the place from which it is begun is not one to come back to. */
  replaces?: boolean;
}

export const untitled = "Neue Seite";

/** Creates a page and opens it to be written; its title is asked for there. */
export function useNewPage() {
  const navigate = useNavigate();
  const creating = useMutate(useTRPC().page.create.mutationOptions(), { refreshes: ["page"] });
  return {
    create: ({ parentId = null, templateId, title = untitled, replaces = false }: NewPage = {}) => {
      if (creating.isPending) return;
      if (parentId) setOpen([parentId], true);
      creating.mutate(
        { body: { title }, parentId, ...(templateId && { templateId }) },
        { onSuccess: (page) => navigate(`${pageAddress(page)}?edit`, { replace: replaces }) },
      );
    },
    isPending: creating.isPending,
  };
}
