import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SecretInput, SecretWarning } from "../../ui/secrets/one-time-secret.tsx";

/** The token of an agent with the lines that start it; nobody can read it again later. */
export function AgentToken({ token, onDone }: { token: string; onDone: () => void }) {
  const variables = `PORTAL_URL=${window.location.origin}\nAGENT_TOKEN=${token}`;
  return (
    <div className="mt-[18px] grid min-w-0 gap-4">
      <SecretInput label="Token" secret={token} />
      <section aria-label="Umgebung des Agenten" className="min-w-0">
        <div className="flex items-center gap-2">
          <h3 className="font-550">Umgebung des Agenten</h3>
          <CopyButton text={variables} label="Umgebung des Agenten kopieren" className="ml-auto" />
        </div>
        <p className="text-meta text-text-2">
          Auf dem Rechner, von dem aus geprüft wird, startet ihn „techcenter agent“ mit diesen Variablen.
        </p>
        <pre className="mt-1.5 whitespace-pre-wrap rounded-8 bg-sunken px-2.5 py-2 font-mono text-[12px] leading-[18px] [overflow-wrap:anywhere]">
          {variables}
        </pre>
      </section>
      <SecretWarning>
        Trage es jetzt ein: Das Token wird nur dieses eine Mal gezeigt. Wer es kennt, bekommt die Adressen und
        Zugangsdaten der zugeteilten Prüfungen und kann deren Ergebnisse fälschen.
      </SecretWarning>
      <div className="flex justify-end max-md:[&>*]:flex-auto">
        <Button variant="primary" onClick={onDone}>
          Eingetragen
        </Button>
      </div>
    </div>
  );
}
