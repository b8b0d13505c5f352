import { expect, it } from "vitest";
import type { SettingSection } from "../../../contract/settings/sections.ts";
import { variablesOfRun } from "../../../server/backup/runner.ts";
import { readEnvironment } from "../../../server/env.ts";
import { targetOfSettings } from "../../../server/features/backups/target-config.ts";
import { openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const section: SettingSection = "backup";

async function openSettings() {
  const office = await openOffice();
  const admin = await office.as(await office.hire({ role: "admin" }));
  const update = (values: Record<string, unknown>, secrets: Record<string, string> = {}) =>
    admin.setting.update({ section, values, secrets, version: 0 });
  return { office, admin, update };
}

it.each([
  ["webdavUrl", "https://jana:geheim@cloud.example/dav", /^Adresse: Benutzer und Passwort gehören nicht/],
  ["webdavUrl", "https://jana@cloud.example/dav", /^Adresse: Benutzer und Passwort gehören nicht/],
  ["webdavUrl", "https://@cloud.example/dav", /^Adresse: Benutzer und Passwort gehören nicht/],
  ["webdavUrl", "cloud.example/dav", /^Adresse: Bitte mit https:\/\/ beginnen/],
  ["webdavUrl", "cloud.example:8443", /^Adresse: Bitte mit https:\/\/ beginnen/],
  ["webdavUrl", "ftp://cloud.example/dav", /^Adresse: Bitte mit https:\/\/ beginnen/],
  ["s3Endpoint", "https://KEY:geheim@s3.example", /^Endpunkt: Benutzer und Passwort gehören nicht/],
  ["s3Endpoint", "s3.example", /^Endpunkt: Bitte mit https:\/\/ beginnen/],
  ["heartbeatUrl", "https://jana:geheim@ping.example/1", /^Herzschlag: Benutzer und Passwort gehören nicht/],
  ["sftpHost", "jana@sftp.example", /^Server: Bitte nur den Namen/],
  ["sftpHost", "sftp.example:22", /^Server: Bitte nur den Namen/],
  ["folderPath", "backup", /^Ordner: Bitte den ganzen Pfad/],
])("%s is refused as %s", async (field, value, sentence) => {
  const { update } = await openSettings();
  const { fields } = await refusalOf(update({ [field]: value }));
  expect(fields).toEqual({ [`values.${field}`]: [expect.stringMatching(sentence)] });
  expect(JSON.stringify(fields)).not.toContain("geheim");
});

it("a password goes over plain http to this host and its own network alone", async () => {
  for (const host of ["cloud.example", "8.8.8.8", "172.32.0.1", "[2001:db8::1]"]) {
    const { update } = await openSettings();
    const { fields } = await refusalOf(update({ webdavUser: "jana", webdavUrl: `http://${host}/dav` }));
    expect(fields).toEqual({ "values.webdavUrl": [expect.stringContaining("unverschlüsselt")] });
  }
  for (const host of [
    "127.0.0.1:8080",
    "localhost",
    "[::1]",
    "192.168.1.9",
    "172.20.0.3",
    "[fd00::1]",
    "nas",
    "nas.lan",
  ]) {
    const { update } = await openSettings();
    await update({ webdavUser: "jana", webdavUrl: `http://${host}/dav` });
  }
});

it("an address of IPv6 is a server", async () => {
  const { update } = await openSettings();
  await update({ sftpHost: "2001:db8::1", s3Endpoint: "https://s3.example:9000" });
});

it("what was stored before still makes backups, and shows neither name nor password", async () => {
  const { office, admin, update } = await openSettings();
  await update({ target: "webdav", webdavUrl: "https://cloud.example/dav" });
  const { db, vault } = office.services;
  const valuesJson = JSON.stringify({
    target: "webdav",
    webdavUrl: "https://jana:ge%20heim@cloud.example/dav?token=1",
  });
  await db.updateTable("settings").set({ valuesJson }).where("section", "=", section).execute();
  expect(await targetOfSettings({ db, vault })).toEqual({
    kind: "webdav",
    url: "https://cloud.example/dav?token=1",
    user: "jana",
    password: "ge heim",
  });
  expect((await admin.backup.get({})).target).toBe("https://cloud.example/dav");
  // The next change of these settings asks for it.
  const { fields } = await refusalOf(admin.setting.update({ section, values: { keepDaily: 8 }, version: 1 }));
  expect(Object.keys(fields ?? {})).toEqual(["values.webdavUrl"]);
});

it("a run trusts the certificates that the portal trusts, finds its library and what is compiled, and gets nothing else of its variables", () => {
  const ofNode = {
    NODE_COMPILE_CACHE: "/data/compiled",
    NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
    SSL_CERT_FILE: "/etc/all.pem",
    SSL_CERT_DIR: "/etc/ssl",
    LD_LIBRARY_PATH: "/opt/techcenter/lib",
  };
  const env = readEnvironment({ DATA_DIR: "/data", ADMIN_NAME: "Jana", ...ofNode });
  const variables = variablesOfRun(env);
  expect(variables).toMatchObject(ofNode);
  expect(variables).not.toHaveProperty("ADMIN_NAME");
});
