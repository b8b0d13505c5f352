import { fieldsIn, isOneOf } from "../../../contract/narrowing.ts";

const cancelled = ["AbortError", "NotAllowedError", "ERROR_CEREMONY_ABORTED"];

/** What to say when a browser gave no passkey; undefined when its person did not want to. */
export function sentenceOfPasskey(error: unknown): string | undefined {
  const { name, code } = fieldsIn(error);
  if (isOneOf(cancelled, name) || isOneOf(cancelled, code)) return undefined;
  if (name === "InvalidStateError") return "Dieses Gerät hat schon einen Passkey für dein Konto.";
  return "Dieser Browser konnte keinen Passkey bereitstellen.";
}

/** Whether this page can use passkeys at all; they need TLS. */
export function knowsPasskeys(): boolean {
  return typeof window !== "undefined" && "PublicKeyCredential" in window && window.isSecureContext;
}
