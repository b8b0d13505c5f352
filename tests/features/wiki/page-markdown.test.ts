import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let maintainer: Api;
let member: Api;
let reader: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  maintainer = await office.as(await office.hire({ name: "Maren Ahlers", role: "maintainer" }));
  member = await office.as(await office.hire({ name: "Jana Petersen" }));
  reader = await office.as(await office.hire({ name: "Rosa Lesend", role: "readonly" }));
  ({ id } = await createPage(member, { title: "Umzug" }));
});

const markdown = "## Ablauf\n\nErst sichern.\n";
const contentOf = async (page: string) => (await maintainer.pageTransfer.readMarkdown({ id: page })).markdown;

describe("the Markdown of a page is refused", () => {
  it("to strangers, and to be written to who only reads", async () => {
    const stranger = await office.as();
    await expectRefusal(stranger.pageTransfer.readMarkdown({ id }), "UNAUTHORIZED");
    await expectRefusal(stranger.pageTransfer.writeMarkdown({ id, markdown }), "UNAUTHORIZED");
    await expectRefusal(reader.pageTransfer.writeMarkdown({ id, markdown }), "FORBIDDEN");
    await expectRefusal(reader.pageTransfer.create({ body: { title: "Neu" }, markdown }), "FORBIDDEN");
    expect(await reader.pageTransfer.readMarkdown({ id })).toMatchObject({ title: "Umzug", html: "<p></p>" });
  });

  it("for a page that is not for the person like for one that is not there", async () => {
    const secret = await createPage(maintainer, { title: "Gehälter", visibility: "maintainers" });
    for (const page of [secret.id, "keine"]) {
      await expectRefusal(member.pageTransfer.readMarkdown({ id: page }), "NOT_FOUND");
      await expectRefusal(member.pageTransfer.writeMarkdown({ id: page, markdown }), "NOT_FOUND");
    }
    await expectRefusal(
      member.pageTransfer.create({ body: { title: "Darunter" }, parentId: secret.id, markdown }),
      "BAD_REQUEST",
      "parentId",
    );
  });

  it("beyond a megabyte, without a title, and over what somebody has written meanwhile", async () => {
    const tooLong = "x".repeat(1_000_001);
    await expectRefusal(member.pageTransfer.writeMarkdown({ id, markdown: tooLong }), "BAD_REQUEST", "markdown");
    await expectRefusal(member.pageTransfer.create({ body: { title: " " }, markdown }), "BAD_REQUEST", "body.title");
    await maintainer.pageTransfer.writeMarkdown({ id, markdown: "Von Maren." });
    await expectRefusal(member.pageTransfer.writeMarkdown({ id, markdown, contentVersion: 0 }), "CONFLICT");
    expect(await contentOf(id)).toContain("Von Maren.");
  });
});

it("Markdown becomes the content of a page that stands or is new, and is read back as it was", async () => {
  const { contentVersion } = await member.pageTransfer.readMarkdown({ id });
  const written = await member.pageTransfer.writeMarkdown({ id, markdown, contentVersion });
  expect(written.contentVersion).toBeGreaterThan(contentVersion);
  expect(await contentOf(id)).toBe(markdown);
  const created = await member.pageTransfer.create({ body: { title: "Zweiter Umzug" }, parentId: id, markdown });
  expect(await contentOf(created.id)).toBe(markdown);
});
