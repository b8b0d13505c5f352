import { Plus } from "lucide-react";
import { useState } from "react";
import type { OpenedFeed } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { FeedAddress } from "./feed-address.tsx";
import { FeedForm, useFeedForm } from "./feed-form.tsx";

/** The button that makes a feed, and its dialog: first what for, then the address, once. */
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
      show={({ url }, close) => <FeedAddress url={url} onDone={close} />}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (feed: OpenedFeed) => void; onCancel: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [creationId] = useState(newClientId);
  const { fields, settings } = useFeedForm();
  const create = useMutate(trpc.calendarFeed.create.mutationOptions(), {
    refreshes: ["calendarFeed"],
    onSuccess: onCreated,
    onRefused: (error) => {
      // What is refused as sent before stands in the list, which has not heard of it.
      void invalidate(["calendarFeed"]);
      return fields.showRefusal(error);
    },
  });
  return (
    <FeedForm fields={fields} onSubmit={() => create.isPending || create.mutate({ ...settings(), creationId })}>
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={create.isPending} loadingLabel="Erstellt …">
          Erstellen
        </Button>
      </DialogFooter>
    </FeedForm>
  );
}
