import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { sentenceOfPasskey } from "../auth/passkey-errors.ts";

type Answer<Response> = { response: Response } | { message: string | undefined };

/** Asks this browser for a passkey; what talks to it is loaded on use. */
export async function answerPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<Answer<AuthenticationResponseJSON>> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return answered(startAuthentication({ optionsJSON }));
}

/** Asks this browser to make one. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Answer<RegistrationResponseJSON>> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return answered(startRegistration({ optionsJSON }));
}

async function answered<Response>(asking: Promise<Response>): Promise<Answer<Response>> {
  try {
    return { response: await asking };
  } catch (error) {
    return { message: sentenceOfPasskey(error) };
  }
}
