import { LogIn } from "lucide-react";
import type { ReactNode } from "react";
import type { SignInOffers } from "../../../server/http/load-context.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyModule, useLazyModule } from "../../ui/overlays/lazy-module.ts";

const passkeyEntry = lazyModule(() => import("./passkey-entry.tsx"));

interface OtherSignInMethodsProps {
  offers: SignInOffers;
  csrfToken: string;
  callbackUrl: string;
}

/** The sign-in methods besides a password; nothing where there are none. */
export function OtherSignInMethods({
  offers: { hasPasskeys, provider },
  csrfToken,
  callbackUrl,
}: OtherSignInMethodsProps) {
  if (!hasPasskeys && !provider) return null;
  return (
    <div className="mt-[18px] grid gap-3">
      <p className="flex items-center gap-3 py-1 text-ui text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        oder
      </p>
      {hasPasskeys && <PasskeyMethod csrfToken={csrfToken} callbackUrl={callbackUrl} />}
      {provider && (
        <ProviderForm csrfToken={csrfToken} callbackUrl={callbackUrl}>
          <button
            type="submit"
            className={`${buttonClass({ size: "lg" })} !h-auto min-h-10 w-full min-w-0 !whitespace-normal py-2 max-md:min-h-11`}
          >
            <Icon of={LogIn} />
            <span className="min-w-0 [overflow-wrap:anywhere] [text-wrap:balance]">Mit {provider.label} anmelden</span>
          </button>
        </ProviderForm>
      )}
    </div>
  );
}

/** Comes after the page, for what it needs is of no use before scripts run; its room is kept. */
function PasskeyMethod(props: { csrfToken: string; callbackUrl: string }) {
  const module = useLazyModule(passkeyEntry, true);
  if (!module) return <div className="h-10 max-md:h-11" />;
  return <module.PasskeyEntryButton label="Mit Passkey anmelden" suggests {...props} />;
}

interface ProviderFormProps {
  csrfToken: string;
  callbackUrl: string;
  /** To confirm, the provider is asked in a tab of its own. */
  purpose?: "link" | "test" | "confirm";
  children: ReactNode;
}

/** Leads to the provider and works without scripts. */
export function ProviderForm({ csrfToken, callbackUrl, purpose, children }: ProviderFormProps) {
  return (
    <form
      method="post"
      action="/api/auth/signin/oidc"
      target={purpose === "confirm" ? "_blank" : undefined}
      className="grid"
    >
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      {purpose && <input type="hidden" name="purpose" value={purpose} />}
      {children}
    </form>
  );
}
