import { useQuery } from "@tanstack/react-query";
import { BellRing, Send, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { PushDevice } from "../../../contract/channels/push-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { browserName } from "../../lib/browser-name.ts";
import { showFailure } from "../../lib/dialogs/toasts.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { TestDialog } from "./channel-actions.tsx";
import { canPush, currentSubscription, hashOf, PushRefusal, subscribeBrowser } from "./push-browser.ts";

/** The devices that show notifications while the portal is closed. */
export function PushDevices() {
  const state = useQuery(useTRPC().pushSubscription.state.queryOptions());
  const { ownHash, look } = useOwnDevice();
  return (
    <Section title="Browser-Push" className="mt-11">
      <p className="mt-3 max-w-[640px] text-ui text-text-2">
        Mitteilungen auf diesem Gerät, auch wenn das Portal geschlossen ist. Was kommt, wählst du danach oben je Thema
        unter „Browser-Push“; die Ruhezeiten gelten. Der Inhalt ist bis zum Gerät verschlüsselt; mit den Push-Diensten
        der Browser selbst noch nicht erprobt.
      </p>
      <QueryPanel query={state} failure="Die Geräte konnten nicht geladen werden." rows={1}>
        {({ devices, publicKey }) => (
          <>
            {devices.length > 0 && (
              <ul aria-label="Geräte mit Browser-Push" className="mt-3 border-t">
                {devices.map((device) => (
                  <DeviceRow key={device.id} device={device} isOwn={device.endpointHash === ownHash} onChange={look} />
                ))}
              </ul>
            )}
            {!devices.some(({ endpointHash }) => endpointHash === ownHash) && (
              <Subscribe publicKey={publicKey} onChange={look} />
            )}
          </>
        )}
      </QueryPanel>
    </Section>
  );
}

/** By what name this browser stands in the list, if it does. */
function useOwnDevice() {
  const [ownHash, setOwnHash] = useState<string>();
  const look = async () => {
    const own = canPush() ? await currentSubscription() : undefined;
    setOwnHash(own && (await hashOf(own.endpoint)));
  };
  useEffect(() => {
    void look();
    // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once, and again when something was done.
  }, [look]);
  return { ownHash, look };
}

function Subscribe({ publicKey, onChange }: { publicKey: string; onChange: () => Promise<void> }) {
  const [isSupported, setIsSupported] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => setIsSupported(canPush()), []);
  const create = useMutate(useTRPC().pushSubscription.create.mutationOptions(), {
    refreshes: ["pushSubscription"],
    success: "Dieses Gerät zeigt jetzt Mitteilungen.",
    onSuccess: onChange,
  });
  const subscribe = async () => {
    setIsAsking(true);
    try {
      const subscription = await subscribeBrowser(publicKey);
      create.mutate({ ...subscription, label: browserName(navigator.userAgent).slice(0, 80) });
    } catch (error) {
      showFailure(error instanceof PushRefusal ? error.message : "Browser-Push ließ sich nicht einrichten.");
    }
    setIsAsking(false);
  };
  if (!isSupported)
    return (
      <p className="mt-3 text-ui text-text-2">
        Dieser Browser kann das nicht. Auf dem iPhone geht es, wenn das Portal auf dem Home-Bildschirm liegt.
      </p>
    );
  return (
    <Button
      icon={BellRing}
      className="mt-3"
      loading={isAsking || create.isPending}
      loadingLabel="Richtet ein …"
      onClick={() => void subscribe()}
    >
      Auf diesem Gerät einschalten
    </Button>
  );
}

interface DeviceRowProps {
  device: PushDevice;
  /** It is the browser that shows this. */
  isOwn: boolean;
  onChange: () => Promise<void>;
}

function DeviceRow({ device: { id, label, host, createdAt, lastDeliveredAt }, isOwn, onChange }: DeviceRowProps) {
  const trpc = useTRPC();
  const refreshes = ["pushSubscription"] as const;
  const test = useMutate(trpc.pushSubscription.test.mutationOptions(), { refreshes });
  const remove = useMutate(trpc.pushSubscription.delete.mutationOptions(), {
    refreshes,
    success: "Gerät entfernt.",
    onSuccess: async () => {
      if (isOwn) await (await currentSubscription())?.unsubscribe();
      await onChange();
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2.5 text-ui">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {label}
          {isOwn && <Tag tone="neutral">Dieses Gerät</Tag>}
        </p>
        <p className="text-meta text-text-2">
          Über {host}, seit {formatDateTime(createdAt)}
          {lastDeliveredAt && `, zuletzt ${formatDateTime(lastDeliveredAt)}`}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" icon={Send} loading={test.isPending} onClick={() => test.mutate({ id })}>
          Testen
        </Button>
        <IconButton
          icon={Trash2}
          label={`${label} entfernen`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id })}
        />
      </div>
      <TestDialog name={label} test={test.data} onClose={() => test.reset()} />
    </li>
  );
}
