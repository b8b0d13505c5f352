import { deliveryStates } from "../../../contract/deliveries/deliveries.ts";
import type { Webhook } from "../../../contract/webhooks/webhooks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useShownChoice } from "../../lib/api/use-shown-choice.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Switch } from "../../ui/form/switch.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { stateTones } from "../deliveries/delivery-tones.ts";
import { eventsSentence } from "./event-labels.ts";
import { WebhookActions } from "./webhook-actions.tsx";

export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, events, isEnabled, disabledReason, last, version } = webhook;
  const trpc = useTRPC();
  const update = useMutate(trpc.webhook.update.mutationOptions(), { refreshes: ["webhook"] });
  const [isOn, turn] = useShownChoice(isEnabled);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-72 text-ui">
        <p className="font-mono text-[12.5px] leading-5 [overflow-wrap:anywhere]">{url}</p>
        {description && <p className="text-text-2 [overflow-wrap:anywhere]">{description}</p>}
        <p className="text-meta text-text-2">{eventsSentence(events)}</p>
        {disabledReason && <p className="mt-0.5 text-meta text-warn-text">Abgeschaltet: {disabledReason}</p>}
        <p className="mt-0.5 flex flex-wrap items-center gap-2 text-meta text-text-3">
          {last ? (
            <>
              <Tag tone={stateTones[last.state]}>{deliveryStates[last.state]}</Tag>
              {last.status !== null && `Status ${last.status}, `}
              {formatDateTime(last.at)}
            </>
          ) : (
            "Noch nichts zugestellt"
          )}
        </p>
      </div>
      <div className="flex min-h-8 items-center gap-3 text-ui">
        <Switch
          label={isOn ? "An" : "Aus"}
          aria-label={`Webhook ${url} eingeschaltet`}
          checked={isOn}
          onChange={({ target: { checked } }) => {
            // The answer brings the version that the next change has to name.
            if (isOn === isEnabled)
              turn(checked, update.mutateAsync({ params: { id }, body: { isEnabled: checked }, version }));
          }}
        />
        <WebhookActions webhook={webhook} />
      </div>
    </li>
  );
}
