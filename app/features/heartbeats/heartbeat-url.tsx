import type { OpenedHeartbeat } from "../../../contract/heartbeats/heartbeats.ts";
import { snippetsFor } from "../../../contract/heartbeats/snippets.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SecretInput, SecretWarning } from "../../ui/secrets/one-time-secret.tsx";

interface HeartbeatUrlProps {
  heartbeat: Pick<OpenedHeartbeat, "kind" | "url">;
  onDone: () => void;
}

/** The URL at which something reports, with the lines that make it do so; nobody can read it again later. */
export function HeartbeatUrl({ heartbeat: { kind, url }, onDone }: HeartbeatUrlProps) {
  const server = url.replace("/api/push/", "/api/v1/push/host/");
  return (
    <div className="mt-[18px] grid min-w-0 gap-4">
      <SecretInput label="Adresse" secret={url} />
      {snippetsFor(kind, { url, server }).map(({ title, text, code }) => (
        <section key={title} aria-label={title} className="min-w-0">
          <div className="flex items-center gap-2">
            <h3 className="font-550">{title}</h3>
            <CopyButton text={code} label={`${title} kopieren`} className="ml-auto" />
          </div>
          <p className="text-meta text-text-2">{text}</p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
            tabIndex={0}
            className="mt-1.5 max-h-56 overflow-auto whitespace-pre-wrap rounded-8 bg-sunken px-2.5 py-2 font-mono text-[12px] leading-[18px] [overflow-wrap:anywhere]"
          >
            {code}
          </pre>
        </section>
      ))}
      <SecretWarning>
        Trage sie jetzt ein: Die Adresse wird nur dieses eine Mal gezeigt. Wer sie kennt, kann sich an ihrer Stelle
        melden.
      </SecretWarning>
      <div className="flex justify-end max-md:[&>*]:flex-auto">
        <Button variant="primary" onClick={onDone}>
          Eingetragen
        </Button>
      </div>
    </div>
  );
}
