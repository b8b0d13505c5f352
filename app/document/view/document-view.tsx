import "./document-prose.css";
import "../blocks/blocks.css";
import { useNavigate } from "@remix-run/react";
import { type MouseEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { PageReference } from "../../../contract/wiki/page-rows.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Diagram } from "./diagram.tsx";
import { findPlaces, type Place } from "./places.ts";
import { showReferences } from "./references.ts";
import { showTarget } from "./target.ts";

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
  const [places, setPlaces] = useState<Place[]>([]);
  const follow = useLinks();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML brings new places
  useEffect(() => {
    if (!root.current) return;
    setPlaces(findPlaces(root.current));
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
      {places.map((place) =>
        createPortal(
          place.kind === "code" ? (
            <CopyButton text={place.text} label="Code kopieren" />
          ) : (
            <Diagram source={place.text} fallback={place.block} />
          ),
          place.host,
          place.id,
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
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const path = link?.getAttribute("href") ?? "";
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || !/^\/(?!\/|api\/)/.test(path) || link?.target) return;
    event.preventDefault();
    navigate(path);
  };
}
