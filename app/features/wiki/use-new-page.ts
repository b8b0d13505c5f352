import { useNavigate } from "@remix-run/react";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreationId } from "../../lib/form/use-creation-id.ts";
import { pagePath } from "./page-path.ts";
import { setOpen } from "./tree/open-nodes.ts";

export interface NewPage {
  parentId?: string | null;
  templateId?: string;
  title?: string;
}

export const untitled = "Neue Seite";

/** The last part of the URL of a page that is not there yet. */
export const newPagePart = "new";

/** Opens an empty page, which is created with the first character; one from a template is there at once. */
export function useNewPage() {
  const navigate = useNavigate();
  const creationId = useCreationId();
  const creating = useMutate(useTRPC().page.create.mutationOptions(), {
    refreshes: ["page"],
    onSuccess: creationId.forget,
  });
  return {
    create: ({ parentId = null, templateId, title = untitled }: NewPage = {}) => {
      if (creating.isPending) return;
      if (parentId) setOpen([parentId], true);
      if (!templateId) {
        const about = new URLSearchParams({
          ...(parentId && { parent: parentId }),
          ...(title !== untitled && { title }),
        });
        navigate(`/wiki/${newPagePart}${about.size > 0 ? `?${about}` : ""}`);
        return;
      }
      const page = { body: { title, status: "draft" }, parentId, templateId };
      creating.mutate(
        { ...page, creationId: creationId.idFor(JSON.stringify(page)) },
        { onSuccess: (page) => navigate(`${pagePath(page)}?edit`) },
      );
    },
    isPending: creating.isPending,
  };
}
