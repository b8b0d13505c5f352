import { FileKey2, Smartphone } from "lucide-react";
import { useState } from "react";
import { recoveryCodeCount, type SecurityOverview } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { MethodRow } from "./method-row.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RemoveTotpDialog } from "./remove-totp-dialog.tsx";
import { TotpSetUpDialog } from "./totp-set-up.tsx";

const fewCodes = 3;

export function SecondFactorSection({ overview }: { overview: SecurityOverview }) {
  const { totp, passkeys, recoveryCodesLeft, needsSecondFactor } = overview;
  const trpc = useTRPC();
  const [isRemoving, setIsRemoving] = useState(false);
  const begin = useMutate(trpc.security.beginTotp.mutationOptions(), { refreshes: [] });
  const renew = useMutate(trpc.security.renewRecoveryCodes.mutationOptions(), { refreshes: ["security"] });
  const hasFactor = totp !== null || passkeys.length > 0;
  return (
    <Section title="Zweiter Faktor" className="mt-11" aside={needsSecondFactor && <Tag tone="mnt">Pflicht</Tag>}>
      <ul>
        <MethodRow
          icon={Smartphone}
          title={
            <>
              Authenticator-App
              {totp && <Tag tone="ok">Eingerichtet</Tag>}
            </>
          }
          text={
            totp
              ? `Seit ${formatDateTime(totp.confirmedAt)} fragt die Anmeldung nach ihrem Code.`
              : "Ein Code vom Telefon schützt dein Konto, auch wenn jemand dein Passwort kennt."
          }
        >
          {totp ? (
            <Button size="sm" variant="danger" onClick={() => setIsRemoving(true)}>
              Entfernen
            </Button>
          ) : (
            <Button size="sm" loading={begin.isPending} onClick={() => begin.mutate()}>
              Einrichten
            </Button>
          )}
        </MethodRow>
        {hasFactor && (
          <MethodRow
            icon={FileKey2}
            title={
              <>
                Wiederherstellungscodes
                {recoveryCodesLeft <= fewCodes && (
                  <Tag tone="warn">{recoveryCodesLeft === 0 ? "Keine übrig" : `Nur noch ${recoveryCodesLeft}`}</Tag>
                )}
              </>
            }
            text={
              recoveryCodesLeft === 0
                ? "Ohne sie kommst du nicht hinein, wenn dein Gerät fehlt."
                : `${recoveryCodesLeft} von ${recoveryCodeCount} sind noch nicht verwendet.`
            }
          >
            <Button size="sm" loading={renew.isPending} onClick={() => renew.mutate()}>
              Neu erstellen
            </Button>
          </MethodRow>
        )}
      </ul>
      <TotpSetUpDialog setUp={begin.data} onClose={begin.reset} />
      <RemoveTotpDialog open={isRemoving} onOpenChange={setIsRemoving} />
      <Dialog
        width={560}
        open={renew.data !== undefined}
        onOpenChange={(open) => !open && renew.reset()}
        title="Neue Wiederherstellungscodes"
        description="Die bisherigen gelten nicht mehr. Diese werden nur jetzt angezeigt."
      >
        {renew.data && <RecoveryCodes codes={renew.data.recoveryCodes} onDone={renew.reset} />}
      </Dialog>
    </Section>
  );
}
