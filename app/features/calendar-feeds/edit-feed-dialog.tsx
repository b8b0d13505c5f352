import type { CalendarFeed } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { openModal } from "../../lib/dialogs/modals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { FeedForm, useFeedForm } from "./feed-form.tsx";

/** Changes what a feed has; calendars that subscribed to it keep its address. */
export function openEditFeed(feed: CalendarFeed): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Kalender-Feed bearbeiten"
      description="Die Adresse bleibt. Kalender zeigen die Änderung, wenn sie das nächste Mal nachsehen."
    >
      <EditForm feed={feed} onSaved={() => close(true)} onCancel={() => onOpenChange(false)} />
    </Dialog>
  ));
}

interface EditFormProps {
  feed: CalendarFeed;
  onSaved: () => void;
  onCancel: () => void;
}

function EditForm({ feed, onSaved, onCancel }: EditFormProps) {
  const { fields, settings } = useFeedForm(feed);
  const update = useMutate(useTRPC().calendarFeed.update.mutationOptions(), {
    refreshes: ["calendarFeed"],
    success: "Kalender-Feed geändert.",
    onSuccess: onSaved,
    onRefused: (error) => fields.showRefusal(error),
  });
  return (
    <FeedForm fields={fields} onSubmit={() => update.isPending || update.mutate({ ...settings(), id: feed.id })}>
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={update.isPending}>
          Speichern
        </Button>
      </DialogFooter>
    </FeedForm>
  );
}
