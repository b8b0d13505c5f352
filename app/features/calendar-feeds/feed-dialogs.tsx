import { Plus } from "lucide-react";
import type { CalendarFeed, OpenedFeed } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../lib/api/use-create-once.ts";
import { openModal } from "../../lib/dialogs/modals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { FeedForm, useFeedForm } from "./feed-form.tsx";
import { FeedUrl } from "./feed-url.tsx";

/** The button that makes a feed, and its dialog: first what for, then the URL, once. */
export function CreateFeedDialog() {
  return (
    <OneTimeSecretDialog<OpenedFeed>
      trigger={
        <Button size="sm" icon={Plus} className="mb-1.5">
          Feed erstellen
        </Button>
      }
      title="Kalender-Feed erstellen"
      ask={(done, close) => <CreateForm onCreated={done} onCancel={close} />}
      madeTitle="Kalender-Feed erstellt"
      show={({ url }, close) => <FeedUrl url={url} onDone={close} />}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (feed: OpenedFeed) => void; onCancel: () => void }) {
  const { fields, settings } = useFeedForm();
  const { create, creationId } = useCreateOnce(useTRPC().calendarFeed.create.mutationOptions(), {
    feature: "calendarFeed",
    onCreated,
    showRefusal: fields.showRefusal,
  });
  return (
    <FeedForm
      fields={fields}
      submitLabel="Erstellen"
      busyLabel="Erstellt …"
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ ...settings(), creationId })}
      onCancel={onCancel}
    />
  );
}

/** Changes what a feed has; calendars that subscribed to it keep its URL. */
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
    <FeedForm
      fields={fields}
      submitLabel="Speichern"
      isBusy={update.isPending}
      onSubmit={() => update.mutate({ ...settings(), id: feed.id })}
      onCancel={onCancel}
    />
  );
}
