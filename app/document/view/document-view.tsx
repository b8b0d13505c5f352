import { closest } from "../../lib/closest.ts";
import "./document-prose.css";
import "../blocks/blocks.css";
import { useNavigate } from "@remix-run/react";
import { type MouseEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { mentionAttributes, mentionLabel } from "../../../contract/document/mention-look.ts";
import { mentionName } from "../../../contract/document/mentions.ts";
import type { PageReference } from "../../../contract/wiki/page-rows.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Diagram } from "./diagram.tsx";

interface DocumentViewProps {
  /** What `renderDocument` of the server has made: sanitised. */
  html: string;
  /** What the mentioned things are called and how they are doing, for this reader. */
  references?: readonly PageReference[];
  className?: string;
}

/** A document as it is read: without the editor, and readable before any of this runs. */
export function DocumentView({ html, references, className }: DocumentViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const [slots, setSlots] = useState<Slot[]>([]);
  const follow = useLinks();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML brings new slots
  useEffect(() => {
    if (!root.current) return;
    setSlots(findSlots(root.current));
    return showTarget(root.current);
  }, [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has the names of its own time
  useEffect(() => {
    if (root.current && references) showReferences(root.current, references);
  }, [html, references]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links inside are the controls; this only spares a page load
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by the keyboard is clicked too
    <div className={cx("document-view", className)} onClick={follow}>
      <Html html={html} root={root} />
      {slots.map((slot) =>
        createPortal(
          slot.kind === "code" ? (
            <CopyButton text={slot.text} label="Code kopieren" />
          ) : (
            <Diagram source={slot.text} fallback={slot.block} />
          ),
          slot.host,
          slot.id,
        ),
      )}
    </div>
  );
}

/** Apart, so that what is added to the text stays when something else changes. */
const Html = memo(({ html, root }: { html: string; root: RefObject<HTMLDivElement> }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
  <div ref={root} className="document-prose" dangerouslySetInnerHTML={{ __html: html }} />
));

/** Follows links to pages of the portal without loading it anew; all others are the browser's. */
function useLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = closest(event.target, "a[href]");
    const path = link?.getAttribute("href") ?? "";
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || !/^\/(?!\/|api\/)/.test(path) || link?.getAttribute("target")) return;
    event.preventDefault();
    navigate(path);
  };
}

/** Where a part of React stands inside the rendered text. */
interface Slot {
  id: string;
  kind: "code" | "diagram";
  /** The block that the server has written. */
  block: HTMLElement;
  host: HTMLElement;
  text: string;
}

/** Makes room beside each block of code and each diagram for what the portal adds to it. */
function findSlots(root: HTMLElement): Slot[] {
  return [...root.querySelectorAll<HTMLElement>("pre[data-language], pre[data-mermaid]")].map((block, index) => {
    const kind = block.dataset.mermaid === undefined ? "code" : "diagram";
    return { id: `${kind}-${index}`, kind, block, host: hostBeside(block, kind), text: block.textContent ?? "" };
  });
}

/** The same text may be looked through again; a block keeps the room that it has. */
function hostBeside(block: HTMLElement, kind: Slot["kind"]): HTMLElement {
  const parent = block.parentElement;
  if (parent?.dataset.place === kind) return parent.lastElementChild as HTMLElement;
  const around = document.createElement("div");
  around.dataset.place = kind;
  const host = document.createElement("div");
  host.className = kind === "code" ? "document-copy" : "document-diagram";
  block.replaceWith(around);
  around.append(block, host);
  return host;
}

/** Gives the chips of mentioned things the names and states that they have now. */
function showReferences(root: HTMLElement, references: readonly PageReference[]): void {
  const known = new Map(references.map((reference) => [mentionName(reference), reference]));
  for (const chip of root.querySelectorAll<HTMLElement>("[data-mention-kind]")) {
    const reference = known.get(`${chip.dataset.mentionKind}:${chip.dataset.mentionId}`);
    if (reference) showReference(chip, reference);
  }
}

function showReference(chip: HTMLElement, reference: PageReference): void {
  const { kind, href } = reference;
  const label = mentionLabel(kind, reference, chip.textContent ?? "");
  const look = mentionAttributes(kind, reference);
  const name = href && look.title ? `${label}, ${look.title}` : undefined;
  if (chip.textContent !== label) chip.textContent = label;
  const attributes = { ...look, href: href ?? undefined, "aria-label": name };
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined) chip.removeAttribute(attribute);
    else chip.setAttribute(attribute, value);
  }
}

/**
 * Opens the collapsed parts around the heading that the address names, now and whenever it changes. Returns what ends
 * that.
 */
function showTarget(root: HTMLElement): () => void {
  const open = () => {
    const id = decode(location.hash.slice(1));
    const target = id ? document.getElementById(id) : null;
    if (!target || !root.contains(target)) return;
    let isHidden = false;
    for (let part = target.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
      isHidden ||= !part.open;
      part.open = true;
    }
    if (isHidden) target.scrollIntoView();
  };
  open();
  window.addEventListener("hashchange", open);
  return () => window.removeEventListener("hashchange", open);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
