import { Link } from "@remix-run/react";
import { createElement, Fragment, type ReactNode } from "react";
import type { notificationTags } from "../../../contract/notifications.ts";

/** Typed by the contract, not imported from it: its schemas would come into the first load of the shell. */
const allowed: typeof notificationTags = ["b", "i", "strong", "em", "a", "br", "code", "ul", "li"];

/** Elements whose text is not for people. */
const silent = new Set(["script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "head"]);

const deepest = 20;

/** A notification's HTML as React elements of the allowed tags; of everything else only the text is left. */
export function SafeHtml({ html }: { html: string }) {
  // Only browsers can parse; a message never comes with the server's page.
  if (typeof DOMParser === "undefined") return null;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return <>{children(body, 0)}</>;
}

function children(parent: Element, depth: number): ReactNode[] {
  if (depth > deepest) return [parent.textContent];
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one message never change their places
  return [...parent.childNodes].map((node, index) => <Fragment key={index}>{render(node, depth + 1)}</Fragment>);
}

function render(node: Node, depth: number): ReactNode {
  if (node.nodeType === 3) return node.textContent;
  if (node.nodeType !== 1) return null;
  const element = node as Element;
  const tag = element.localName.toLowerCase();
  if (silent.has(tag)) return null;
  if (tag === "br") return <br />;
  const content = children(element, depth);
  if (tag === "a") return anchor(element.getAttribute("href"), content);
  return (allowed as readonly string[]).includes(tag) ? createElement(tag, undefined, ...content) : content;
}

function anchor(href: string | null, content: ReactNode[]): ReactNode {
  const target = safeTarget(href ?? "");
  if (!target) return content;
  if (target.isInternal) return <Link to={target.href}>{content}</Link>;
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}

/** Where a link may lead: a path of this portal, http, https or mailto; undefined for everything else. */
export function safeTarget(href: string): { href: string; isInternal: boolean } | undefined {
  try {
    const base = "https://portal.invalid";
    const url = new URL(href, base);
    if (url.origin === base) {
      const isPath = /^\/(?![/\\])/.test(href);
      return isPath ? { href: url.pathname + url.search + url.hash, isInternal: true } : undefined;
    }
    const isAbsolute = /^(https?:\/\/|mailto:)/i.test(href);
    return isAbsolute && /^(https?|mailto):$/.test(url.protocol) ? { href: url.href, isInternal: false } : undefined;
  } catch {
    return undefined;
  }
}
