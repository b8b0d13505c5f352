import { useEffect, useState } from "react";
import { noteTags } from "../../../../contract/records/note-tags.ts";
import { SafeHtml } from "../../../lib/safe-html.tsx";
import { proseClass } from "../../../records/page/prose-class.ts";
import { cx } from "../../../ui/cx.ts";

/** Written text of the server; only browsers can parse it, so that it comes right after the server's page. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return <div className={cx(proseClass, className)}>{isShown && <SafeHtml html={html} tags={noteTags} />}</div>;
}
