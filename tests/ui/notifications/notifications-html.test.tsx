// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { SafeHtml, safeTarget } from "../../../app/lib/safe-html.tsx";
import { render } from "../../support/browser/render.tsx";

function show(html: string): HTMLElement {
  const router = createMemoryRouter([{ path: "*", element: <SafeHtml html={html} /> }], {
    future: { v7_relativeSplatPath: true },
  });
  return render(<RouterProvider router={router} future={{ v7_startTransition: true }} />).host;
}

const vectors = [
  "<script>window.hit = 1</script>",
  "<img src=x onerror='window.hit = 1'>",
  "<svg onload='window.hit = 1'><script>window.hit = 1</script></svg>",
  "<svg><a xlink:href='javascript:window.hit = 1'><text>x</text></a></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror='window.hit = 1'></style></mglyph></table></mtext></math>",
  "<iframe srcdoc='<script>parent.hit = 1</script>'></iframe>",
  "<b onclick='window.hit = 1' style='position:fixed' id='x' class='y'>fett</b>",
  "<a href='javascript:window.hit = 1'>los</a>",
  "<a href='  java\tscript:window.hit = 1'>los</a>",
  "<a href='data:text/html,<script>parent.hit = 1</script>'>los</a>",
  "<a href='vbscript:x'>los</a>",
  "<form action='javascript:window.hit = 1'><button formaction='javascript:window.hit = 1'>x</button></form>",
  "<noscript><p title='</noscript><img src=x onerror=window.hit=1>'></noscript>",
  "<template><img src=x onerror='window.hit = 1'></template>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<object data='javascript:window.hit = 1'></object><embed src='javascript:window.hit = 1'>",
  "<base href='https://evil.example/'><meta http-equiv='refresh' content='0;url=https://evil.example'>",
  "<input autofocus onfocus='window.hit = 1'><details open ontoggle='window.hit = 1'>x</details>",
];

const allowed = new Set(["B", "I", "STRONG", "EM", "A", "BR", "CODE", "UL", "LI"]);

test.each(vectors)("nothing of %s runs, and no element or attribute outside the list is left", (html) => {
  const host = show(html);
  expect((window as { hit?: unknown }).hit).toBeUndefined();
  for (const element of host.querySelectorAll("*")) {
    expect(allowed.has(element.tagName)).toBe(true);
    const attributes = element.getAttributeNames();
    expect(attributes.filter((name) => !["href", "target", "rel"].includes(name))).toEqual([]);
    expect(element.getAttribute("href") ?? "https://").toMatch(/^(https?:|mailto:|\/)/);
  }
});

test("text that looks like markup stays text", () => {
  const host = show("&lt;img src=x onerror=alert(1)&gt; &amp; mehr");
  expect(host.children).toHaveLength(0);
  expect(host.textContent).toBe("<img src=x onerror=alert(1)> & mehr");
});

test("the text of a tag that is not allowed is left, that of a script is not", () => {
  expect(show("<h1>Titel</h1><p>Absatz</p><script>x</script>").textContent).toBe("TitelAbsatz");
});

test("the allowed tags are kept, one inside the other", () => {
  expect(show("<ul><li><b>eins</b> <em>zwei</em><br><code>x</code></li></ul>").innerHTML).toBe(
    "<ul><li><b>eins</b> <em>zwei</em><br><code>x</code></li></ul>",
  );
});

test("tags a thousand deep end as text", () => {
  const host = show(`${"<b>".repeat(1000)}tief${"</b>".repeat(1000)}`);
  expect(host.textContent).toBe("tief");
  expect(host.querySelectorAll("b").length).toBeLessThan(30);
});

test("a link to another server opens beside the portal and tells it nothing", () => {
  const link = queryByRole<HTMLAnchorElement>(show('<a href="https://nordlicht.example/x?y=1">dort</a>'), "link");
  expect(link?.getAttribute("href")).toBe("https://nordlicht.example/x?y=1");
  expect(link?.target).toBe("_blank");
  expect(link?.getAttribute("rel")).toBe("noopener noreferrer");
});

test.each([
  ["/wiki/1?x=2#y", { href: "/wiki/1?x=2#y", isInternal: true }],
  ["mailto:a@b.example", { href: "mailto:a@b.example", isInternal: false }],
  ["HTTPS://nordlicht.example", { href: "https://nordlicht.example/", isInternal: false }],
])("a link may lead to %s", (href, target) => {
  expect(safeTarget(href)).toEqual(target);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "ftp://x",
  "wiki",
  "",
  "https:evil",
  "/\t/evil.example",
])("a link may not lead to %j", (href) => {
  expect(safeTarget(href)).toBeUndefined();
});
