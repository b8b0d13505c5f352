import path from "node:path";
import { ArrowUp, CircleHelp, CreditCard, type LucideIcon, Palette, Server } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import drawnIcon from "../../../app/ui/drawn-icon.ts";

const folder = path.resolve(import.meta.dirname, "../../../node_modules/lucide-react/dist/esm/icons");
const icons: [string, LucideIcon][] = [
  ["arrow-up", ArrowUp],
  ["circle-question-mark", CircleHelp],
  ["credit-card", CreditCard],
  ["palette", Palette],
  ["server", Server],
];

/** Elements with their attributes in one order, without the classes that only the package's own icons have. */
const read = (html: string) =>
  html.replace(/<(\w+) ([^>]*)>/g, (_, tag: string, attributes: string) => {
    const known = attributes.replaceAll(/lucide(-[\w-]+)? ?/g, "").match(/[\w-]+="[^"]*"/g) ?? [];
    return `<${tag} ${known.filter((each) => each !== 'class=""').sort()}>`;
  });

test.each(icons)("%s is drawn as the package draws it", async (name, Own) => {
  const { __iconData } = await import(/* @vite-ignore */ path.join(folder, `${name}.mjs`));
  const Drawn = drawnIcon(__iconData);
  for (const props of [
    {},
    { size: 12, strokeWidth: 2.2, className: "flex-none text-text-3", "aria-hidden": true },
    { "aria-label": "Server", role: "img", color: "red" },
  ] as const)
    expect(read(renderToStaticMarkup(<Drawn {...props} />))).toBe(read(renderToStaticMarkup(<Own {...props} />)));
});
