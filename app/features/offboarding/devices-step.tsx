import { useState } from "react";
import { type HeldDevice, returnedStatuses } from "../../../contract/devices/movements.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Step } from "./step.tsx";

type Returned = keyof typeof returnedStatuses;

/** Takes back what somebody has; what is not there yet can come later. */
export function DevicesStep({ userId, devices }: { userId: string; devices: readonly HeldDevice[] }) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [status, setStatus] = useState<Returned>("available");
  const [refusal, setRefusal] = useState<string>();
  const takeBack = useMutate(useTRPC().offboarding.takeBack.mutationOptions(), {
    refreshes: ["offboarding", "device"],
    success: "Geräte zurückgenommen.",
    onSuccess: () => setRefusal(undefined),
    onRefused: (error) => {
      setRefusal(problemOf(error)?.message);
      return Boolean(problemOf(error));
    },
  });
  const coming = devices.filter(({ id }) => !missing.includes(id));
  const toggle = (id: string) =>
    setMissing(missing.includes(id) ? missing.filter((each) => each !== id) : [...missing, id]);
  const { length } = devices;
  const left = length === 0 ? "Nichts ist ausgegeben." : `${length} ${length === 1 ? "Gerät" : "Geräte"} ausgegeben.`;
  return (
    <Step step="devices" left={left} isDone={length === 0}>
      {length > 0 && (
        <>
          {refusal && <FormNotice text={refusal} />}
          <fieldset className="mt-3 border-t">
            <legend className="sr-only">Was zurückgekommen ist</legend>
            {devices.map(({ id, title, assetTag }) => (
              <div key={id} className="flex min-h-10 items-center border-b">
                <Checkbox
                  checked={!missing.includes(id)}
                  onChange={() => toggle(id)}
                  label={
                    <span className="[overflow-wrap:anywhere]">
                      {title} {assetTag && <span className="num text-text-3">{assetTag}</span>}
                    </span>
                  }
                />
              </div>
            ))}
          </fieldset>
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <Field label="Danach" className="w-44 max-md:w-full">
              <ChoiceSelect labels={returnedStatuses} value={status} onChange={setStatus} />
            </Field>
            <Button
              disabled={coming.length === 0}
              loading={takeBack.isPending}
              loadingLabel="Nimmt zurück …"
              onClick={() =>
                takeBack.mutate({ id: userId, status, deviceIds: coming.slice(0, 100).map(({ id }) => id) })
              }
            >
              {coming.length === length ? "Alle zurücknehmen" : `${coming.length} zurücknehmen`}
            </Button>
          </div>
        </>
      )}
    </Step>
  );
}
