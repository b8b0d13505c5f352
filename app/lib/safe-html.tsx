import { Link } from "@remix-run/react";
import { createElement, Fragment, type ReactNode } from "react";
import type { notificationTags } from "../../contract/notifications/notifications.ts";

/** Typed by the contract, not imported from it: its schemas would come into the first load of the shell. */
const allowed: typeof notificationTags = ["b", "i", "strong", "em", "a", "br", "code", "ul", "li"];

/** Elements whose text is not for people. */
const silent = new Set(["script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "head"]);

const deepest = 20;

interface SafeHtmlProps {
  html: string;
  /** The tags that stay; those of a notification when absent. */
  tags?: readonly string[];
}

/** HTML of the server as React elements of the allowed tags; of everything else only the text is left. */
export function SafeHtml({ html, tags = allowed }: SafeHtmlProps) {
  // Only browsers can parse; what is shown this way never comes with the server's page.
  if (typeof DOMParser === "undefined") return null;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return <>{children(body, tags, 0)}</>;
}

function children(parent: Element, tags: readonly string[], depth: number): ReactNode[] {
  if (depth > deepest) return [parent.textContent];
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one message never change their places
  return [...parent.childNodes].map((node, index) => <Fragment key={index}>{render(node, tags, depth + 1)}</Fragment>);
}

function render(node: Node, tags: readonly string[], depth: number): ReactNode {
  if (node.nodeType === 3) return node.textContent;
  if (node.nodeType !== 1) return null;
  const element = node as Element;
  const tag = element.localName.toLowerCase();
  if (silent.has(tag)) return null;
  if (tag === "br") return <br />;
  if (tag === "hr") return tags.includes(tag) ? <hr /> : null;
  const content = children(element, tags, depth);
  if (tag === "a") return anchor(element.getAttribute("href"), content);
  return tags.includes(tag) ? createElement(tag, undefined, ...content) : content;
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
