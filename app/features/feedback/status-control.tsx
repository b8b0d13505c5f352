import { ArrowRight, ChevronDown } from "lucide-react";
import { type FeedbackStatus, feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuLabel, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { StepItems } from "./card-menu.tsx";
import { feedbackValues } from "./feedback-values.ts";
import { openStepDialog } from "./open-step-dialog.tsx";
import { StatusWord } from "./status-word.tsx";
import { askedFor, nextStep } from "./step.ts";
import { useSteps } from "./use-steps.ts";

/** Where an entry stands, and for those who may the steps that lead on. */
export function StatusControl({ record, canManage }: { record: RecordRow; canManage: boolean }) {
  const { status, number } = feedbackValues(record);
  const steps = useSteps();
  if (!canManage) return <StatusWord status={status} className="mr-2" />;
  const next = nextStep(status);
  const stepping = { ids: [record.id], title: `${number} ${record.title}`, version: record.version, from: status };
  const go = (to: FeedbackStatus) =>
    askedFor(status, to) ? void openStepDialog(stepping, to) : steps.take(stepping, { status: to });
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button aria-label={`Status: ${feedbackStatuses[status]}, ändern`}>
            <StatusWord status={status} />
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuLabel>Status setzen</MenuLabel>
          <StepItems status={status} onStep={go} />
        </MenuContent>
      </Menu>
      {next && (
        <Button variant="ink" icon={ArrowRight} loading={steps.isPending} onClick={() => go(next)}>
          {feedbackStatuses[next]}
        </Button>
      )}
    </>
  );
}
