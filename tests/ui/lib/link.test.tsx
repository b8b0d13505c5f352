import { Link as RemixLink } from "@remix-run/react";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { Link } from "../../../app/lib/pages/link.tsx";

type Props = ComponentProps<typeof RemixLink>;

/** The elements with their attributes in one order, as a browser reads them. */
function drawn(Shown: typeof RemixLink, props: Props): string {
  const html = renderToString(
    <StaticRouter location="/websites/w1?tab=checks">
      <Shown {...props}>
        <b>Amsel</b>
      </Shown>
    </StaticRouter>,
  );
  return html.replace(/<a ([^>]*)>/, (_, attributes: string) => `<a ${attributes.match(/[\w-]+="[^"]*"/g)?.sort()}>`);
}

const places = [
  "/",
  "/websites",
  "/websites/w1?tab=a&q=%C3%A4#x",
  "/a b/„ä“",
  "?tab=b",
  "..",
  "w2",
  "#x",
  "/a?",
  "/a#",
];
const others: Props["to"][] = ["//other.example/a", "https://other.example/a", "/a?b?c", "/a#b#c", { search: "?a" }];

test("the server must not draw as its own what only the router can resolve", () => {
  expect(drawn(Link, { to: ".." })).toContain('href="/"');
  expect(drawn(Link, { to: "?tab=b" })).toContain('href="/websites/w1?tab=b"');
});

test.each([...places, ...others].map((to) => ({ to })))("a link to $to is written as Remix writes it", ({ to }) => {
  for (const more of [
    {},
    { title: "Zur „Amsel“", className: "underline", tabIndex: -1, target: "_blank" },
    { prefetch: "intent", replace: true, preventScrollReset: true, state: { keepsFocus: true } },
    { reloadDocument: true },
    { discover: "none", relative: "path", viewTransition: true },
  ] satisfies Omit<Props, "to">[])
    expect(drawn(Link, { to, ...more })).toBe(drawn(RemixLink, { to, ...more }));
});
