import { Download, Plug } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { ConnectedReporter } from "../../../contract/site-reports/site-reports.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { SecretInput, SecretWarning } from "../../ui/secrets/one-time-secret.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";

/** Makes the key that is entered in the plugin of a WordPress, after the plugin itself was offered. */
export function ConnectSite({ website, isConnected }: { website: RecordRow; isConnected: boolean }) {
  return (
    <OneTimeSecretDialog<ConnectedReporter>
      trigger={
        <Button size="sm" variant="ghost" icon={Plug} className="-mr-2.5">
          {isConnected ? "Neu verbinden" : "WordPress verbinden"}
        </Button>
      }
      title={isConnected ? "WordPress neu verbinden" : "WordPress verbinden"}
      description={
        isConnected
          ? "Der bisherige Schlüssel gilt dann nicht mehr."
          : "Lade das Plugin herunter und installiere es in WordPress unter „Plugins › Installieren › Plugin hochladen“. Danach bekommst du seinen Schlüssel."
      }
      ask={(done, close) => <Ask websiteId={website.id} done={done} close={close} />}
      madeTitle="Schlüssel für WordPress"
      show={({ key }, close) => (
        <div className="mt-[18px] grid min-w-0 gap-4">
          <SecretInput label="Schlüssel" secret={key} />
          <SecretWarning>
            Trage ihn jetzt in WordPress unter „Einstellungen › TechCenter“ ein: Er wird nur dieses eine Mal gezeigt.
          </SecretWarning>
          <div className="flex justify-end max-md:[&>*]:flex-auto">
            <Button variant="primary" onClick={close}>
              Eingetragen
            </Button>
          </div>
        </div>
      )}
    />
  );
}

interface AskProps {
  websiteId: string;
  done: (made: ConnectedReporter) => void;
  close: () => void;
}

function Ask({ websiteId, done, close }: AskProps) {
  const connect = useMutate(useTRPC().siteReport.connect.mutationOptions(), {
    refreshes: ["siteReport"],
    onSuccess: done,
  });
  return (
    <div className="mt-[18px] flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto">
      <a href="/api/export/wordpress/techcenter-reporter.zip" download className={cx(buttonClass(), "md:mr-auto")}>
        <Icon of={Download} />
        Plugin (ZIP)
      </a>
      <Button onClick={close}>Abbrechen</Button>
      <Button
        variant="primary"
        loading={connect.isPending}
        loadingLabel="Verbindet …"
        onClick={() => connect.mutate({ websiteId })}
      >
        Schlüssel erzeugen
      </Button>
    </div>
  );
}
