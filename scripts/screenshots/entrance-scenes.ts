import type { Scene } from "./studio.ts";

export const entranceScenes = {
  "sign-in": {
    async pose(page) {
      await page.goto("/auth/signin");
      await page.getByLabel("E-Mail").waitFor();
    },
  },
  "sign-in-error": {
    async pose(page) {
      await page.goto("/auth/signin");
      await page.getByLabel("E-Mail").fill("jana.petersen@nordlicht.example");
      await page.getByLabel("Passwort", { exact: true }).fill("nicht das richtige");
      await page.getByRole("button", { name: "Anmelden" }).click();
      await page
        .getByText(/stimmt nicht|falsch/i)
        .first()
        .waitFor();
    },
  },
  "set-up": {
    async pose(page, { emptyPortal }) {
      await page.goto(emptyPortal.setUpUrl ?? emptyPortal.url);
      await page.getByLabel("Name").waitFor();
    },
  },
  join: {
    async pose(page, { portal, invite }) {
      await page.goto(new URL(await invite(), portal.url).href);
      await page.getByLabel("Name").waitFor();
    },
  },
} satisfies Record<string, Scene>;
