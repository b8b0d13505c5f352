import { useEffect, useState } from "react";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { useSession } from "../../../lib/people/session.tsx";

type Text = Pick<PageReading, "html" | "toc" | "references" | "contentVersion">;

const undisturbedPx = 160;

/**
 * The text of a page, which does not move under the eyes of whoever reads on: what others have changed takes its place
 * only at the top of the page, or when it is asked for.
 */
export function useSteadyText(page: PageReading): { text: Text; isOutdated: boolean; refresh: () => void } {
  const ownId = useSession().data?.user.id;
  const [text, setText] = useState<Text>(page);
  const isOutdated = page.contentVersion !== text.contentVersion;
  const isOwn = (page.row.updatedBy as Ref | null)?.id === ownId;
  useEffect(() => {
    if (!isOutdated || isOwn || window.scrollY < undisturbedPx) setText(page);
  }, [page, isOutdated, isOwn]);
  return { text, isOutdated, refresh: () => setText(page) };
}
