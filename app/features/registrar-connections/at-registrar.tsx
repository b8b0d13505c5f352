import { useQuery } from "@tanstack/react-query";
import { notTried } from "../../../contract/channels/services.ts";
import type { DomainAtRegistrar } from "../../../contract/registrar-connections/registrar-connections.ts";
import { registrarServices } from "../../../contract/registrar-connections/services.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";

/** What connected registrars say of a domain; nothing where none does. */
export function AtRegistrar({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().registrarConnection.ofDomain.queryOptions({ id }));
  return data?.map((said) => <Said key={said.account.id} said={said} />);
}

function Said({ said: { service, account, answer, seenAt, problem } }: { said: DomainAtRegistrar }) {
  const { label } = registrarServices[service];
  const { registeredOn, renewsOn, autoRenew, isLocked, status, price } = answer;
  const yesOrNo = (value: boolean | null) => (value === null ? "keine Angabe" : value ? "ja" : "nein");
  return (
    <Section title={`Auskunft von ${label}`} aside={account.label}>
      <KeyValues
        items={[
          {
            key: autoRenew === false ? "Endet am" : "Verlängert sich am",
            value: renewsOn ? formatDay(renewsOn) : "keine Angabe",
          },
          { key: "Automatisch", value: yesOrNo(autoRenew) },
          ...(registeredOn ? [{ key: "Registriert am", value: formatDay(registeredOn) }] : []),
          { key: "Transfersperre", value: yesOrNo(isLocked) },
          ...(status ? [{ key: "Status", value: status }] : []),
          ...(price
            ? [
                {
                  key: "Verlängerung kostet",
                  value: `${formatMoney(price.cents)} je ${price.months === 12 ? "Jahr" : `${price.months} Monate`}`,
                },
              ]
            : []),
        ]}
      />
      <p className="pt-2 text-note text-text-3">
        Stand {formatDateTime(seenAt)}. {problem && `Seitdem: ${problem} `}
        {label}: {notTried}.
      </p>
    </Section>
  );
}
