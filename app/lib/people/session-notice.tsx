import { type MouseEvent, useEffect, useRef } from "react";
import { buttonClass } from "../../ui/button-class.ts";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { useSession } from "./session.tsx";
import { signInPath } from "./session-client.ts";

/** Says in a form that the session has ended, and leads to a new one without touching what was typed. */
export function SessionNotice() {
  const { isEnded } = useSession();
  const popup = useRef<Window | null>(null);
  useEffect(() => {
    if (!isEnded) popup.current?.close();
  }, [isEnded]);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    popup.current = window.open(event.currentTarget.href, "wieder-anmelden", "popup,width=520,height=760");
    // Where popups are blocked, the link opens a tab.
    if (popup.current) event.preventDefault();
  };
  if (!isEnded) return null;
  return (
    <div className="my-2">
      <FormNotice text="Deine Anmeldung ist abgelaufen. Was du eingegeben hast, bleibt hier stehen.">
        <a
          href={`${signInPath}?${new URLSearchParams({ callbackUrl: "/" })}`}
          target="_blank"
          rel="noopener opener"
          onClick={open}
          className={buttonClass({ variant: "ink", size: "sm" })}
        >
          Wieder anmelden
        </a>
      </FormNotice>
    </div>
  );
}
