import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { ProviderForm } from "../auth/other-sign-in-methods.tsx";

interface ProviderTestProps {
  view: SettingsView<"signIn">;
  csrfToken: string;
  /** Why the last trial came to nothing. */
  problem: string | undefined;
}

/** Asks the stored provider for itself, or about whoever sits here; changes nothing. */
export function ProviderTest({ view, csrfToken, problem }: ProviderTestProps) {
  const { oidcIssuer, oidcClientId } = view.values;
  const trpc = useTRPC();
  const [searchParams] = useSearchParams();
  const test = useMutate(trpc.security.testProvider.mutationOptions(), { refreshes: [], onRefused: () => true });
  if (!oidcIssuer || !oidcClientId) return null;
  const report = test.data;
  return (
    <Section title="Anbieter testen" className="mt-11">
      <p className="mt-3 text-text-2">
        Geprüft wird, was gespeichert ist. Die Testanmeldung zeigt, was der Anbieter über dich sagt, und ändert nichts.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button loading={test.isPending} loadingLabel="Fragt …" onClick={() => test.mutate()}>
          Verbindung testen
        </Button>
        <ProviderForm csrfToken={csrfToken} callbackUrl="/settings/sign-in" purpose="test">
          <button type="submit" className={buttonClass()}>
            Testanmeldung
          </button>
        </ProviderForm>
      </div>
      <div className="mt-4" aria-live="polite">
        {test.isError && <FormNotice text={problemOf(test.error)?.message ?? "Der Server antwortet nicht."} />}
        {report && (
          <KeyValues
            columns={1}
            items={[
              { key: "Anbieter", value: report.issuer },
              { key: "Anmeldung", value: report.authorizationEndpoint },
              { key: "Token", value: report.tokenEndpoint },
              { key: "Scopes", value: report.scopes.join(", ") || "–" },
              { key: "Angaben", value: report.claims.join(", ") || "–" },
              { key: "PKCE", value: report.supportsPkce ? "Ja, S256" : "Nicht angekündigt" },
            ]}
          />
        )}
        {problem && searchParams.has("error") && <FormNotice text={problem} />}
        {searchParams.has("trial") && <Trial token={searchParams.get("trial") ?? ""} />}
      </div>
    </Section>
  );
}

/** What came back from a trial; it can be read once. */
function Trial({ token }: { token: string }) {
  const trpc = useTRPC();
  const read = useMutate(trpc.security.readProviderTrial.mutationOptions(), { refreshes: [], onRefused: () => true });
  const asked = useRef(false);
  const { mutate } = read;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ token });
  }, [mutate, token]);
  if (read.isError) return <p className="text-text-2">Das Ergebnis dieser Testanmeldung wurde schon gezeigt.</p>;
  if (!read.data) return null;
  const { claims, outcome } = read.data;
  return (
    <>
      <p className="font-medium">{outcome}</p>
      <KeyValues
        columns={1}
        className="mt-2"
        items={Object.entries(claims).map(([key, value]) => ({
          key,
          value: (
            <code className="font-mono text-meta">{typeof value === "string" ? value : JSON.stringify(value)}</code>
          ),
        }))}
      />
    </>
  );
}
