import { beforeEach, expect, it } from "vitest";
import type { SettingSection } from "../../../contract/settings/sections.ts";
import type { Api } from "../../../server/features/router.ts";
import { openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let admin: Api;
let versions: Partial<Record<SettingSection, number>>;
beforeEach(async () => {
  const office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
  versions = {};
});

async function set(
  section: SettingSection,
  values: Record<string, unknown>,
  secrets: Record<string, string | null> = {},
) {
  const { version } = await admin.setting.update({ section, values, secrets, version: versions[section] ?? 0 });
  versions[section] = version;
}
const refused = async (
  section: SettingSection,
  values: Record<string, unknown>,
  secrets: Record<string, string | null> = {},
) => (await refusalOf(set(section, values, secrets))).fields;

const cases = [
  ["mail", "host", "password", "mail.agentur.example", "mail.fremd.example"],
  ["signIn", "oidcIssuer", "oidcClientSecret", "https://sso.agentur.example", "https://sso.fremd.example"],
  ["backup", "s3Endpoint", "s3SecretAccessKey", "https://s3.agentur.example", "https://s3.fremd.example"],
  ["backup", "sftpHost", "sftpPrivateKey", "sftp.agentur.example", "sftp.fremd.example"],
  ["backup", "webdavUrl", "webdavPassword", "https://dav.agentur.example/a", "https://dav.fremd.example/a"],
] as const;

it.each(cases)("of %s, %s: another server does not get what was entered for this one", async (...each) => {
  const [section, field, secret, own, other] = each;
  await set(section, { [field]: own }, { [secret]: "geheim" });
  const why = { [`values.${field}`]: [expect.stringContaining("Zugangsdaten neu eingeben")] };
  expect(await refused(section, { [field]: other })).toEqual(why);
  // Emptied in between it is still the same secret.
  await set(section, { [field]: "" });
  expect(await refused(section, { [field]: other })).toEqual(why);
  await set(section, { [field]: other }, { [secret]: "neu" });
  await set(section, { [field]: "" }, { [secret]: null });
  await set(section, { [field]: own });
});

it("a key for another server takes the place of a password for the former one", async () => {
  await set("backup", { sftpHost: "sftp.agentur.example" }, { sftpPassword: "geheim" });
  await set("backup", { sftpHost: "sftp.fremd.example" }, { sftpPrivateKey: "schlüssel" });
  const { secrets } = await admin.setting.get({ section: "backup" });
  expect([secrets.sftpPassword ?? null, secrets.sftpPrivateKey]).toEqual([null, expect.anything()]);
});

it("another path on the same server keeps its password", async () => {
  await set("backup", { webdavUrl: "https://dav.agentur.example/a" }, { webdavPassword: "geheim" });
  await set("backup", { webdavUrl: "https://dav.agentur.example/b" });
});
