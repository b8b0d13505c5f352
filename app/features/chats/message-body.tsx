import { useLayoutEffect, useRef } from "react";
import { noteTags } from "../../../contract/records/note-tags.ts";
import { useSession } from "../../lib/people/session.tsx";
import { SafeHtml } from "../../lib/safe-html.tsx";
import { proseClass } from "../../records/page/prose-class.ts";
import { cx } from "../../ui/cx.ts";

const things = /^\/(websites|domains|hosts|customers|devices|wiki|feedback)\/[\w-]+$/;

/** What somebody wrote. Who is meant stands out, and most of all the reader. */
export function MessageBody({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  const me = useSession().data?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML brings other links
  useLayoutEffect(() => {
    for (const link of root.current?.querySelectorAll<HTMLAnchorElement>("a[href^='/']") ?? []) {
      const path = link.getAttribute("href") ?? "";
      if (path === `/users/${me}`) link.dataset.mention = "me";
      else if (path.startsWith("/users/")) link.dataset.mention = "person";
      else if (things.test(path)) link.dataset.mention = "thing";
    }
  }, [html, me]);
  return (
    <div
      ref={root}
      className={cx(
        proseClass,
        "!max-w-none !pt-0 !text-chat [&>*+*]:!mt-1.5 [&_a[data-mention]]:no-underline [&_a[data-mention]:hover]:underline",
        "[&_a[data-mention=person]]:font-semibold [&_a[data-mention=me]]:font-semibold",
        "[&_a[data-mention=me]]:rounded-4 [&_a[data-mention=me]]:bg-brand-soft [&_a[data-mention=me]]:px-1 [&_a[data-mention=me]]:text-brand-text",
        "[&_a[data-mention=thing]]:rounded-4 [&_a[data-mention=thing]]:bg-sunken [&_a[data-mention=thing]]:px-1.5 [&_a[data-mention=thing]]:font-medium",
      )}
    >
      <SafeHtml html={html} tags={noteTags} />
    </div>
  );
}
