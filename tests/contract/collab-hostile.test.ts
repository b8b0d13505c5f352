import { Node } from "@tiptap/pm/model";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import * as Y from "yjs";
import { documentSchema } from "../../contract/document/extensions.ts";
import { documentFragment } from "../../contract/document/json.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { apiOf } from "../support/portal/portal-api.ts";
import { openWriter, reach, type Writer } from "../support/wiki/page-clients.ts";
import { documentOf, putPage } from "../support/wiki/pages.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

async function sit(name: string, pageId: string): Promise<Writer & { person: { id: string } }> {
  const person = await portal.hire({ name });
  const { cookie } = await portal.signIn(person);
  const writer = openWriter({ origin: portal.url, cookie, pageId, personId: person.id });
  onTestFinished(() => writer.destroy());
  await writer.synced;
  return { ...writer, person };
}

const element = (name: string, attributes: Record<string, unknown> = {}, ...content: (Y.XmlElement | Y.XmlText)[]) => {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, content);
  return made;
};
const linked = (marks: Record<string, unknown>) => {
  const text = new Y.XmlText();
  text.insert(0, "Klick", marks);
  return text;
};
const nested = (depth: number, name: string) => {
  let inner = element("paragraph", {}, new Y.XmlText("tief"));
  for (let level = 0; level < depth; level += 1) inner = element(name, {}, inner);
  return inner;
};

const evil = "javascript:alert(1)";
const attacks: [name: string, blocks: () => (Y.XmlElement | Y.XmlText)[]][] = [
  [
    "nodes that no document has",
    () =>
      ["script", "iframe", "style", "svg", "html"].map((name) =>
        element(name, { src: evil }, new Y.XmlText("alert(1)")),
      ),
  ],
  [
    "names that objects have",
    () => ["__proto__", "constructor", "toString", "doc", "text"].map((name) => element(name)),
  ],
  [
    "attributes of its own",
    () => [
      element(
        "paragraph",
        { onclick: "alert(1)", style: "position:fixed", class: "x", srcdoc: "x", __proto__: "x" },
        new Y.XmlText("Text"),
      ),
    ],
  ],
  [
    "links that run",
    () =>
      [
        evil,
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
      ].map((href) => element("paragraph", {}, linked({ link: { href, onclick: "alert(1)", target: "_self" } }))),
  ],
  [
    "marks of another shape",
    () =>
      [
        { link: evil },
        { link: { href: { toString: evil } } },
        { link: [evil] },
        { bold: { style: "x" } },
        { textStyle: { color: "url(javascript:x)" } },
        { __proto__: {} },
      ].map((marks) => element("paragraph", {}, linked(marks))),
  ],
  [
    "pictures from elsewhere",
    () => [
      element("image", { src: evil }),
      element("image", { key: "../../secrets.json", src: "https://spy.example/x.png" }),
      element("image", { key: { a: 1 }, alt: ["x"], width: "100%;x" }),
    ],
  ],
  [
    "mentions of what there is not",
    () => [
      element(
        "paragraph",
        {},
        element("mention", { kind: "javascript", id: evil, label: "<b>x</b>" }),
        element("mention", { kind: ["user"], id: {} }),
      ),
    ],
  ],
  [
    "values of wrong types",
    () => [
      element("heading", { level: "99" }, new Y.XmlText("x")),
      element("heading", { level: { a: 1 } }),
      element("codeBlock", { language: "x onload=alert(1)" }, new Y.XmlText("x")),
      element("orderedList", { start: Number.NaN }),
      element("table", { colwidth: [1e9] }),
    ],
  ],
  [
    "nodes where they may not be",
    () => [
      element("tableCell"),
      element("listItem", {}, element("tableRow", {}, new Y.XmlText("x"))),
      new Y.XmlText("loser Text"),
      element("paragraph", {}, element("table", {}, element("paragraph"))),
    ],
  ],
  [
    "nests as deep as is taken at all",
    () => [nested(55, "blockquote"), nested(55, "unknown"), nested(27, "bulletList")],
  ],
];

const runs =
  /<(?:script|iframe|style|svg|object|form|base|meta)\b|\son\w+\s*=|javascript:|vbscript:|data:text|srcdoc|spy\.example|secrets\.json/i;

describe("whoever may write and sends by hand", () => {
  test.each(attacks)("%s leaves the room whole and the page clean", async (_name, blocks) => {
    const { services } = portal.portal;
    const pageId = await putPage(services.db, { document: documentOf("Anfang") });
    const [mallory, honest] = [await sit("Mallory", pageId), await sit("Jana", pageId)];
    const fragment = mallory.doc.getXmlFragment(documentFragment);
    for (const block of blocks()) fragment.push([block]);
    await mallory.saved();
    honest.write("Ehrliche Worte");
    await honest.saved();
    await services.pageRooms.materialise(pageId);

    const { contentJson } = await services.db
      .selectFrom("pages")
      .select("contentJson")
      .where("id", "=", pageId)
      .executeTakeFirstOrThrow();
    Node.fromJSON(documentSchema, JSON.parse(contentJson)).check();
    expect(contentJson).toContain("Anfang");
    expect(contentJson).toContain("Ehrliche Worte");
    const api = await apiOf(portal, honest.person);
    const { html } = await api.page.read({ id: pageId });
    expect(html).toContain("Ehrliche Worte");
    expect(html.replaceAll(/>[^<]*</g, "><")).not.toMatch(runs);
    expect({}).not.toHaveProperty("x");
    const late = await sit("Timo", pageId);
    expect(late.lines()).toContain("Ehrliche Worte");
  });

  test("what nests deeper than a document may is out at once, and the others write on", async () => {
    const { services } = portal.portal;
    const pageId = await putPage(services.db, { document: documentOf("Anfang") });
    const [mallory, honest] = [await sit("Mallory", pageId), await sit("Jana", pageId)];
    mallory.doc.transact(() => {
      let inner: Y.XmlFragment = mallory.doc.getXmlFragment(documentFragment);
      for (let level = 0; level < 3000; level += 1) {
        const next = new Y.XmlElement("blockquote");
        inner.insert(0, [next]);
        inner = next;
      }
      inner.insert(0, [element("paragraph", {}, new Y.XmlText("tief"))]);
    });
    await reach(mallory, "refused");
    expect(mallory.status.read()).toMatchObject({ code: 4400 });
    honest.write("Ehrliche Worte");
    await honest.saved();
    await services.pageRooms.materialise(pageId);
    const { html } = await (await apiOf(portal, honest.person)).page.read({ id: pageId });
    expect(html).toContain("Ehrliche Worte");
    expect(html).not.toContain("tief");
  });

  test("other types than the page's text are kept out of the page", async () => {
    const { services } = portal.portal;
    const pageId = await putPage(services.db, { document: documentOf("Anfang") });
    const [mallory, honest] = [await sit("Mallory", pageId), await sit("Jana", pageId)];
    mallory.doc.getMap("settings").set("role", "admin");
    mallory.doc.getMap("sub").set("doc", new Y.Doc());
    mallory.doc.getText("frei").insert(0, "x".repeat(10_000));
    await mallory.saved();
    honest.write("Ehrliche Worte");
    await honest.saved();
    await services.pageRooms.materialise(pageId);
    expect(honest.lines()).toEqual(["Anfang", "Ehrliche Worte"]);
  });
});
