import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { sentenceOfPasskey } from "./passkey-errors.ts";

export interface PasskeyEntry {
  csrfToken: string;
  callbackUrl?: string;
  /** As the second step of a sign-in, or alone. */
  step?: "second";
  /** Waits in the suggestions of the field for the e-mail address, instead of asking at once. */
  isSuggested?: boolean;
}

export type PasskeyAnswer = { url: string } | { message: string | undefined };

/** Asks this browser for a passkey and the portal to let it in. A message says why not; undefined when nobody wanted to. */
export async function enterWithPasskey({ isSuggested, ...entry }: PasskeyEntry): Promise<PasskeyAnswer> {
  try {
    const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>("/api/auth/passkey/options", entry);
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggested });
    return await post<{ url: string }>("/api/auth/callback/passkey", { ...entry, response });
  } catch (error) {
    return { message: error instanceof Refusal ? error.message : sentenceOfPasskey(error) };
  }
}

/** Takes a suggestion back, as when the page is left. */
export const stopSuggesting = (): void => WebAuthnAbortService.cancelCeremony();

class Refusal extends Error {}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer: Answer & { message?: string } = await response.json();
  if (!response.ok) throw new Refusal(answer.message);
  return answer;
}
