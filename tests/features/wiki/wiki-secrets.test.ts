import { expect, it } from "vitest";
import { openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

it("keeps who wrote what looks like a secret in spite of the warning, and never the secret", async () => {
  const office = await openOffice();
  const jana = await office.hire({ role: "member" });
  const admin = await office.as(await office.hire({ role: "admin" }));
  const member = await office.as(jana);
  const { id } = await createPage(admin, { title: "Zugänge" });
  const hidden = await createPage(admin, { title: "Nur für uns", visibility: "maintainers" });
  const kinds: "password"[] = ["password"];

  const readonly = await office.as(await office.hire({ role: "readonly" }));
  expect((await refusalOf(readonly.page.allowSecret({ id, kinds }))).code).toBe("FORBIDDEN");
  expect((await refusalOf(member.page.allowSecret({ id: hidden.id, kinds }))).code).toBe("NOT_FOUND");
  expect((await refusalOf(member.page.allowSecret({ id, kinds: [] }))).code).toBe("BAD_REQUEST");

  await member.page.allowSecret({ id, kinds });
  expect((await admin.audit.list({ where: { actorId: jana.id } })).data).toMatchObject([
    {
      kind: "page.secret-allowed",
      label: "Zugangsdaten trotz Warnung gespeichert",
      subject: { id, title: "Zugänge" },
      fields: ["Passwort"],
    },
  ]);
});
