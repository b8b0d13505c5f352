import type { Page } from "playwright-core";

/** A device that makes and shows passkeys, its holder verified. */
export interface VirtualAuthenticator {
  /** Whether its holder touches it at once when it is asked. */
  touch(enabled: boolean): Promise<unknown>;
}

/** Plugs a device into a page's browser. */
export async function plugInAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("WebAuthn.enable");
  const { authenticatorId } = await chrome.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { touch: (enabled) => chrome.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }) };
}
