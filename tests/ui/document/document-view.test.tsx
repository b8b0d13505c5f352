// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { DocumentView } from "../../../app/document/view/document-view.tsx";
import type { PageReference } from "../../../contract/wiki/page-rows.ts";
import { renderDocument } from "../../../server/document/render.ts";
import { click, render } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";
import { documentOf, link, paragraph, text } from "../../support/wiki/documents.ts";

const mention = (kind: string, id: string) => ({ type: "mention", attrs: { kind, id, label: "Alt" } });
const page = documentOf(
  paragraph(
    mention("website", "w1"),
    mention("page", "p1"),
    text("dort", link("/wiki/p2")),
    text("fern", link("https://x.de")),
  ),
  { type: "codeBlock", attrs: { language: "ts" }, content: [text("const a = 1;")] },
  {
    type: "details",
    content: [
      { type: "detailsSummary", content: [text("Mehr")] },
      { type: "heading", content: [text("Innen")] },
    ],
  },
);

function open(references?: PageReference[]) {
  const { html } = renderDocument(page);
  const element = <DocumentView html={html} references={references} />;
  const router = createMemoryRouter([{ path: "*", element }], { future: { v7_relativeSplatPath: true } });
  const { host } = render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  return { host, router };
}

const chip = (host: HTMLElement, id: string) => host.querySelector(`[data-mention-id=${id}]`) as HTMLElement;

describe("a document that is read", () => {
  test("shows things as they are called now, and nothing of what is not for this reader", () => {
    const website = {
      kind: "website",
      id: "w1",
      label: "Neu",
      href: "/websites/w1",
      status: "Abgeschaltet",
      tone: "off",
      isArchived: false,
    } as const;
    const hidden = {
      kind: "page",
      id: "p1",
      label: null,
      href: null,
      status: null,
      tone: null,
      isArchived: false,
    } as const;
    const { host } = open([website, hidden]);
    expect(chip(host, "w1").textContent).toBe("Neu");
    expect(chip(host, "w1").getAttribute("aria-label")).toBe("Neu, Abgeschaltet");
    expect(chip(host, "w1").dataset.status).toBe("off");
    expect(chip(host, "p1").hasAttribute("href")).toBe(false);
    expect(chip(host, "p1").textContent).toBe("Wiki-Seite");
  });

  test("stays in the portal for links into it, and leaves others to the browser", async () => {
    const { host, router } = open();
    await click(queryByRole(host, "link", { name: "dort" }));
    await until(() => expect(router.state.location.pathname).toBe("/wiki/p2"));
    const outside = queryByRole<HTMLAnchorElement>(host, "link", { name: "fern" });
    expect(outside?.target).toBe("_blank");
    expect(outside?.rel).toContain("noopener");
  });

  test("offers code for copying", () => {
    const { host } = open();
    expect(queryByRole(host, "button", { name: /Code kopieren/ })).not.toBeNull();
  });

  test("opens what is collapsed around the heading of the address", async () => {
    const { host } = open();
    expect(queryByRole<HTMLDetailsElement>(host, "group")?.open).toBe(false);
    location.hash = "#abschnitt-innen";
    window.dispatchEvent(new Event("hashchange"));
    await until(() => expect(queryByRole<HTMLDetailsElement>(host, "group")?.open).toBe(true));
  });
});
