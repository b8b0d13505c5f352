import { Fingerprint, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { Button } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { FormMessage } from "../auth/auth-form.tsx";
import { knowsPasskeys } from "../auth/passkey-errors.ts";
import { AddPasskeyForm } from "./add-passkey-dialog.tsx";
import { ProofProvider } from "./proof.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpForm } from "./totp-set-up.tsx";

const leave = () => window.location.replace("/");

/** For whoever may do nothing before they have a second factor. */
export function Enrolment() {
  const { signOut } = useSession();
  return (
    <ProofProvider>
      <FirstFactor />
      <p className="mt-6 text-ui text-text-2">
        <button type="button" onClick={() => void signOut()} className={`${linkClass} max-md:py-3`}>
          Abmelden
        </button>
      </p>
    </ProofProvider>
  );
}

function FirstFactor() {
  const trpc = useTRPC();
  const [isByPasskey, setIsByPasskey] = useState(false);
  const [offersPasskey, setOffersPasskey] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => setOffersPasskey(knowsPasskeys()), []);
  const begin = useMutate(trpc.security.beginTotp.mutationOptions(), {
    refreshes: [],
    onRefused: (error) => {
      setRefusal(problemOf(error)?.message ?? "Der Server antwortet nicht.");
      return true;
    },
  });
  const finish = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : leave());
  if (codes)
    return (
      <>
        <h2 className="mt-7">Deine Wiederherstellungscodes</h2>
        <p className="mt-1 text-text-2">
          Damit kommst du hinein, wenn dein Gerät fehlt. Sie werden nur jetzt angezeigt.
        </p>
        <RecoveryCodes codes={codes} onDone={leave} />
      </>
    );
  if (begin.data) return <TotpForm setUp={begin.data} onConfirmed={finish} onCancel={begin.reset} />;
  if (isByPasskey) return <AddPasskeyForm onAdded={finish} onCancel={() => setIsByPasskey(false)} />;
  return (
    <div className="mt-7 grid gap-3">
      {refusal && <FormMessage text={refusal} />}
      <Button
        size="lg"
        variant="primary"
        icon={Smartphone}
        loading={begin.isPending}
        onClick={() => {
          setRefusal(undefined);
          begin.mutate();
        }}
      >
        Authenticator-App einrichten
      </Button>
      {offersPasskey && (
        <Button size="lg" icon={Fingerprint} onClick={() => setIsByPasskey(true)}>
          Passkey hinzufügen
        </Button>
      )}
    </div>
  );
}
