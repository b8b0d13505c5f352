import { Ellipsis, Pencil, Send } from "lucide-react";
import type { Channel, ChannelTest } from "../../../contract/channels/channels.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDialogs } from "../../lib/dialogs/use-dialogs.ts";
import { formatMs } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Menu, MenuContent, MenuDelete, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { Code } from "../deliveries/delivery-row.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";

/** What can be done with a channel; the test is what it is for most, so it stands outside the menu. */
export function ChannelActions({ channel }: { channel: Channel }) {
  const { id, name } = channel;
  const trpc = useTRPC();
  const { show, controls } = useDialogs<"edit" | "delete">();
  const test = useMutate(trpc.channel.test.mutationOptions(), { refreshes: ["channel"] });
  const remove = useMutate(trpc.channel.delete.mutationOptions(), {
    refreshes: ["channel"],
    success: "Kanal gelöscht.",
  });
  return (
    <>
      <Button
        size="sm"
        icon={Send}
        aria-label={`${name} testen`}
        loading={test.isPending}
        loadingLabel="Sendet …"
        onClick={() => test.mutate({ id })}
      >
        Testen
      </Button>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Aktionen für ${name}`} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Pencil} onSelect={() => show("edit")}>
            Bearbeiten …
          </MenuItem>
          <MenuDelete onSelect={() => show("delete")} />
        </MenuContent>
      </Menu>
      <ChannelDialog channel={channel} {...controls("edit")} />
      <ConfirmDialog
        {...controls("delete")}
        title="Kanal löschen?"
        description={`„${name}“ erfährt dann nichts mehr. Seine Regeln und das Protokoll seiner Zustellungen gehen mit.`}
        confirmLabel="Löschen"
        pendingLabel="Löscht …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
      <TestDialog name={name} test={test.data} onClose={() => test.reset()} />
    </>
  );
}

interface TestDialogProps {
  name: string;
  test: ChannelTest | undefined;
  onClose: () => void;
}

/** What came of a test, in the words of whoever answered. */
export function TestDialog({ name, test, onClose }: TestDialogProps) {
  return (
    <Dialog open={test !== undefined} onOpenChange={(open) => !open && onClose()} width={560} title={`Test an ${name}`}>
      {test && (
        <div className="mt-3 grid gap-3 text-ui">
          <p className="flex flex-wrap items-center gap-2">
            <Tag tone={test.isDelivered ? "ok" : "bad"}>{test.isDelivered ? "Angenommen" : "Gescheitert"}</Tag>
            <span className="text-text-2">
              {test.status === null ? "Keine Antwort" : `Status ${test.status}`}, {formatMs(test.durationMs)}
            </span>
          </p>
          {test.error && <p className="[overflow-wrap:anywhere]">{test.error}</p>}
          <div>
            <p className="text-meta text-text-3">Antwort des Servers</p>
            {test.answer ? <Code text={test.answer} /> : <p className="text-text-2">Ohne Inhalt</p>}
          </div>
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              Schließen
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
