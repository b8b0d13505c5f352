import { Link } from "@remix-run/react";
import type { PageCrumb, PageGaps } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useSession } from "../../../lib/people/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { linkTargetPath } from "./link-target.ts";

/** Makes this person the one who answers for a page. */
export function TakeOver({ page: { id, title, version } }: { page: PageGaps["ownerless"][number] }) {
  const ownId = useSession().data?.user.id ?? "";
  const update = useMutate(useTRPC().page.update.mutationOptions(), {
    refreshes: ["page", "change", "user"],
    success: "Gespeichert.",
  });
  return (
    <Button
      size="sm"
      aria-label={`„${title}“ übernehmen`}
      loading={update.isPending}
      onClick={() => update.mutate({ params: { id }, body: { responsibleUserId: ownId }, version })}
    >
      Ich übernehme
    </Button>
  );
}

/** Says that what a page tells still holds. */
export function Confirm({ page: { id, title } }: { page: PageCrumb }) {
  const confirm = useMutate(useTRPC().page.confirm.mutationOptions(), {
    refreshes: ["page", "change", "dashboard"],
    success: "Als aktuell bestätigt.",
  });
  return (
    <Button
      size="sm"
      aria-label={`„${title}“ als aktuell bestätigen`}
      loading={confirm.isPending}
      onClick={() => confirm.mutate({ id })}
    >
      Als aktuell bestätigen
    </Button>
  );
}

/** Leads to a link within its page. */
export function ToLink({ page, link }: { page: PageCrumb; link: string }) {
  return (
    <Link
      to={linkTargetPath(page, link)}
      className={buttonClass({ size: "sm" })}
      aria-label={`Zur Stelle in „${page.title}“`}
    >
      Zur Stelle
    </Link>
  );
}
