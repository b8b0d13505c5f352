import { useSearchParams } from "@remix-run/react";
import { type RefObject, useEffect } from "react";
import { linkTargetName } from "./link-target.ts";

const marked = ["rounded-4", "bg-warn-soft"];

/** Brings the link that the address names into sight and to the keyboard, once it is there. */
export function useLinkTarget(root: RefObject<HTMLElement>, html: string): void {
  const named = useSearchParams()[0].get(linkTargetName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has the target anew
  useEffect(() => {
    const target = named && root.current && findTarget(root.current, named);
    if (!target) return;
    for (let part = target.closest("details"); part; part = part.parentElement?.closest("details") ?? null)
      part.open = true;
    target.classList.add(...marked);
    if (!target.hasAttribute("href")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
  }, [root, named, html]);
}

function findTarget(root: HTMLElement, named: string): HTMLElement | undefined {
  const links = [...root.querySelectorAll<HTMLElement>("a[href], [data-mention-id]")];
  return links.find((link) => {
    const href = link.getAttribute("href") ?? "";
    if (link.dataset.mentionId === named || href.startsWith(`/wiki/${named}`)) return true;
    return URL.canParse(href) && new URL(href).href.replace(/#.*$/s, "") === named;
  });
}
