import { useState } from "react";
import type { CalendarFeed, OpenedFeed } from "../../../contract/calendar-feeds.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FeedAddress } from "./feed-address.tsx";

/** The button that gives a feed another address: first what that means, then the address, once. */
export function RenewFeedDialog({ feed: { id, name } }: { feed: CalendarFeed }) {
  const [open, setOpen] = useState(false);
  const [renewed, setRenewed] = useState<OpenedFeed>();
  const close = () => {
    setOpen(false);
    setRenewed(undefined);
  };
  const renew = useMutate(useTRPC().calendarFeed.renew.mutationOptions(), {
    refreshes: ["calendarFeed"],
    onSuccess: setRenewed,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      onInteractOutside={(event) => renewed && event.preventDefault()}
      trigger={
        <Button size="sm" aria-label={`Adresse von „${name}“ neu erzeugen`}>
          Neu erzeugen
        </Button>
      }
      title={renewed ? "Neue Adresse" : `Adresse von „${name}“ neu erzeugen?`}
      description={renewed ? `„${renewed.name}“` : "Die bisherige Adresse gilt ab sofort nicht mehr."}
    >
      {renewed ? (
        <FeedAddress url={renewed.url} onDone={close} />
      ) : (
        <div className="mt-[22px] flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto">
          <Button onClick={close}>Abbrechen</Button>
          <Button
            variant="primary"
            loading={renew.isPending}
            loadingLabel="Erzeugt …"
            onClick={() => renew.mutate({ id })}
          >
            Neu erzeugen
          </Button>
        </div>
      )}
    </Dialog>
  );
}
