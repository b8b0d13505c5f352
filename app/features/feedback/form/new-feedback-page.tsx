import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { UnsavedGuard } from "../../../lib/form/unsaved-guard.tsx";
import type { newRecordLoader } from "../../../records/form/form-loaders.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { FeedbackForm, type FeedbackValues } from "./feedback-form.tsx";

/** The form as a page, for who comes from the board or by a link that fills it in. */
export function NewFeedbackPage() {
  const { prefill } = useLoaderData<ReturnType<typeof newRecordLoader>>();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [isDirty, setDirty] = useState(false);
  const [given, setGiven] = useState<string>();
  // Once nothing is left to be lost, so that nobody is asked about it.
  useEffect(() => {
    if (given) navigate(`/feedback/${given}`, { replace: true });
  }, [given, navigate]);
  const from = (state as { from?: string } | null)?.from ?? "/feedback";
  const [start] = useState(() => prefill as Partial<FeedbackValues>);
  return (
    <>
      <PageHeader title="Feedback geben" />
      <div className="mt-6 max-w-[560px]">
        <FeedbackForm
          from={from}
          start={start}
          onDirty={setDirty}
          onCancel={() => navigate("/feedback")}
          onDone={({ id }) => setGiven(id)}
        />
      </div>
      <UnsavedGuard isDirty={isDirty && !given} onDiscard={() => undefined} />
    </>
  );
}
