import type { LucideProps } from "lucide-react";
import { createElement, forwardRef } from "react";

type Line = readonly [tag: string, attributes: Readonly<Record<string, string | number>>];

/** What each file of lucide-react holds. */
interface Drawing {
  name: string;
  node: readonly Line[];
}

/**
 * An icon of lucide-react as one component of one element whose lines are one text, put together once. Builds take it in
 * place of the package's own (scripts/bundle/used-icons.ts), which makes two components of each icon, merges its
 * attributes anew for every one of a page, and has its lines written and hydrated one by one.
 */
export default function drawnIcon({ name, node }: Drawing) {
  const lines = { __html: node.map(lineHtml).join("") };
  return forwardRef<SVGSVGElement, LucideProps>(function DrawnIcon(
    { color = "currentColor", size = 24, strokeWidth = 2, className, absoluteStrokeWidth, children, ...rest },
    ref,
  ) {
    return createElement("svg", {
      ref,
      xmlns: "http://www.w3.org/2000/svg",
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: color,
      strokeWidth,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className: className ? `lucide-${name} ${className}` : `lucide-${name}`,
      "aria-hidden": rest["aria-label"] || rest.role ? undefined : "true",
      ...rest,
      dangerouslySetInnerHTML: lines,
    });
  });
}

/** Values are numbers and paths of the package; none holds what would have to be escaped. */
function lineHtml([tag, attributes]: Line): string {
  const written = Object.entries(attributes).map(([name, value]) => (name === "key" ? "" : ` ${name}="${value}"`));
  return `<${tag}${written.join("")}></${tag}>`;
}
