import type { CalendarFeed, OpenedFeed } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { FeedAddress } from "./feed-address.tsx";

/** The button that gives a feed another address: first what that means, then the address, once. */
export function RenewFeedDialog({ feed: { id, name } }: { feed: CalendarFeed }) {
  return (
    <OneTimeSecretDialog<OpenedFeed>
      trigger={
        <Button size="sm" aria-label={`Adresse von „${name}“ neu erzeugen`}>
          Neu erzeugen
        </Button>
      }
      title={`Adresse von „${name}“ neu erzeugen?`}
      description="Die bisherige Adresse gilt ab sofort nicht mehr."
      ask={(done, close) => <Question id={id} onRenewed={done} onCancel={close} />}
      madeTitle="Neue Adresse"
      show={({ url }, close) => <FeedAddress url={url} onDone={close} />}
    />
  );
}

interface QuestionProps {
  id: string;
  onRenewed: (feed: OpenedFeed) => void;
  onCancel: () => void;
}

function Question({ id, onRenewed, onCancel }: QuestionProps) {
  const renew = useMutate(useTRPC().calendarFeed.renew.mutationOptions(), {
    refreshes: ["calendarFeed"],
    onSuccess: onRenewed,
  });
  return (
    <DialogFooter onCancel={onCancel} className="mt-[22px]">
      <Button variant="primary" loading={renew.isPending} loadingLabel="Erzeugt …" onClick={() => renew.mutate({ id })}>
        Neu erzeugen
      </Button>
    </DialogFooter>
  );
}
