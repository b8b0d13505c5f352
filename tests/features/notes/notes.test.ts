import { beforeEach, describe, expect, it } from "vitest";
import { maxNote } from "../../../contract/notes/notes.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "member" }));
});

describe("the preview of a text", () => {
  it("is for those who write", async () => {
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect(await refusalOf((await office.as()).note.preview({ text: "x" }))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(reader.note.preview({ text: "x" }))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("has the length of a text that can be kept", async () => {
    const text = "x".repeat(maxNote);
    expect((await api.note.preview({ text })).html).toContain(text);
    expect(await refusalOf(api.note.preview({ text: `${text}x` }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { text: [expect.any(String)] },
    });
  });

  it("reads as the text will, and leaves no trace", async () => {
    office.signals.length = 0;
    expect(await api.note.preview({ text: "**fett**\n\n- eins" })).toEqual({
      html: expect.stringMatching(/<strong>fett<\/strong>.*<li>eins<\/li>/s),
    });
    expect(await api.note.preview({ text: " \n" })).toEqual({ html: "" });
    expect(office.signals).toEqual([]);
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![Bild](javascript:alert(1))",
    "[Klick](javascript:alert(1))",
    "[Klick](java&#115;cript:alert(1))",
    "[Klick](  JaVaScRiPt:alert(1))",
    "<javascript:alert(1)>",
    "[a]: javascript:alert(1)\n\n[a]",
    '[Klick](https://a.example "x\\" onmouseover=alert(1) y=\\"")',
    "```<script>alert(1)</script>\nx\n```",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
  ])("is harmless whatever is in it: %s", async (text) => {
    const { html } = await api.note.preview({ text });
    const withoutText = html.replace(/>[^<]*</g, "><");
    expect(withoutText).not.toMatch(
      /<(script|img|iframe|form|svg|style|math)|javascript:|data:|\son\w+=|style=|title=/i,
    );
  });

  it("takes deeply nested and endless markup without choking", async () => {
    for (const text of ["> ".repeat(5000), "[".repeat(10_000), "*a ".repeat(6000), `${"- ".repeat(3000)}x`])
      expect(typeof (await api.note.preview({ text })).html).toBe("string");
  });
});

describe("what looks like a secret in notes", () => {
  const kept = async () =>
    (
      await office.services.db
        .selectFrom("changes")
        .select(["subjectType", "afterJson"])
        .where("kind", "=", "record.secret-allowed")
        .orderBy("id")
        .execute()
    ).map(({ subjectType, afterJson }) => [subjectType, afterJson]);

  it("is kept in the audit log by its kind, whoever wrote it, and never the secret", async () => {
    const maintainer = await office.as(await office.hire({ role: "maintainer" }));
    const { id } = await maintainer.customer.create({
      body: { name: "Weingut Amsel", notes: "Passwort: Sommer2026!" },
    });
    const provider = await maintainer.provider.create({
      body: { name: "Anbieter", notes: `-----BEGIN ${"RSA "}PRIVATE KEY-----` },
    });
    const told = [
      ["customer", '{"Passwort":true}'],
      ["provider", '{"Privater Schlüssel":true}'],
    ];
    expect(await kept()).toEqual(told);
    // What stood there before is not told again; nothing of it stands in the history of the record.
    await maintainer.customer.update({ params: { id }, body: { notes: "Neu.\nPasswort: Sommer2026!" } });
    await maintainer.provider.update({ params: { id: provider.id }, body: { name: "Anderer" } });
    expect(await kept()).toEqual(told);
    const history = await maintainer.change.list({ type: "customer", id });
    expect(history.data.map(({ what }) => what)).toEqual(["updated", "created"]);
  });
});
