import type { Page } from "playwright-core";
import type { Scene } from "./studio.ts";

const account = (tab: string): Scene => ({
  as: "admin",
  async pose(page, { admin }) {
    await page.goto(`/users/${admin.id}${tab}`, { waitUntil: "networkidle" });
  },
});

const settings = (path: string, then?: (page: Page) => Promise<void>): Scene => ({
  as: "admin",
  async pose(page) {
    await page.goto(path, { waitUntil: "networkidle" });
    await then?.(page);
  },
});

export const accountScenes = {
  account: account(""),
  "account-security": account("/security"),
  "account-notifications": account("/notifications"),
  "account-appearance": account("/appearance"),
  "account-tasks": account("/tasks"),
  "account-devices": account("/devices"),
  "account-calendar": account("/calendar"),
  "account-api": account("/api"),
  "account-activity": account("/activity"),
  "account-invalid": {
    as: "admin",
    async pose(page, { admin }) {
      await page.goto(`/users/${admin.id}`, { waitUntil: "networkidle" });
      await page.getByLabel("Name", { exact: true }).fill("");
      await page.getByLabel("E-Mail").fill("jana");
      await page.getByRole("button", { name: "Speichern" }).click();
      await page
        .getByRole("alert")
        .first()
        .waitFor({ timeout: 2000 })
        .catch(() => undefined);
    },
  },
  colleague: {
    as: "admin",
    async pose(page, { colleague }) {
      await page.goto(`/users/${colleague.id}`, { waitUntil: "networkidle" });
    },
  },
  settings: settings("/settings"),
  "settings-users": settings("/settings/users"),
  "settings-users-invite": settings("/settings/users", async (page) => {
    await page.getByRole("button", { name: "Einladen" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  "settings-general": settings("/settings/general"),
  "settings-mail": settings("/settings/mail"),
  "settings-mail-texts": settings("/settings/mail-texts"),
  "settings-dmarc": settings("/settings/dmarc"),
  "settings-sign-in": settings("/settings/sign-in"),
  "settings-network": settings("/settings/network"),
  "settings-tasks": settings("/settings/tasks"),
  "settings-log": settings("/settings/log"),
  "settings-system": settings("/settings/system"),
  "settings-templates": settings("/settings/templates"),
  "settings-privacy": settings("/settings/privacy"),
  "settings-api": settings("/settings/api"),
  "settings-api-docs": settings("/settings/api/docs"),
} satisfies Record<string, Scene>;
