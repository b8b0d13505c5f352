import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FormMessage } from "./auth-form.tsx";
import { knowsPasskeys } from "./passkey-errors.ts";

interface PasskeyEntryButtonProps {
  label: string;
  csrfToken: string;
  callbackUrl?: string;
  step?: "second";
  variant?: "primary" | "secondary";
  /** Also offers passkeys among the suggestions of the field for the e-mail address. */
  suggests?: boolean;
}

/** Lets in by a passkey; absent where the browser knows none. What talks to the browser is loaded on use. */
export function PasskeyEntryButton({ label, suggests = false, variant, ...entry }: PasskeyEntryButtonProps) {
  const { csrfToken, callbackUrl, step } = entry;
  const [isOffered, setIsOffered] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [message, setMessage] = useState<string>();
  useEffect(() => setIsOffered(knowsPasskeys()), []);

  useEffect(() => {
    if (!suggests || !knowsPasskeys()) return;
    let isGone = false;
    let stop = () => {
      isGone = true;
    };
    const suggest = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const { enterWithPasskey, stopSuggesting } = await import("./passkey-request.ts");
      if (isGone) return;
      stop = stopSuggesting;
      const answer = await enterWithPasskey({ csrfToken, callbackUrl, isSuggested: true });
      if ("url" in answer) window.location.assign(answer.url);
      else setMessage(answer.message);
    };
    void suggest();
    return () => stop();
  }, [suggests, csrfToken, callbackUrl]);

  if (!isOffered) return null;
  const ask = async () => {
    setIsAsking(true);
    setMessage(undefined);
    const { enterWithPasskey } = await import("./passkey-request.ts");
    const answer = await enterWithPasskey({ csrfToken, callbackUrl, step });
    if ("url" in answer) return window.location.assign(answer.url);
    setIsAsking(false);
    setMessage(answer.message);
  };
  return (
    <>
      {message && <FormMessage text={message} />}
      <Button icon={KeyRound} size="lg" variant={variant} loading={isAsking} onClick={ask}>
        {label}
      </Button>
    </>
  );
}
