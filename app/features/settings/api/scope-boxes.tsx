import { useId } from "react";
import { type ApiScope, apiScopeNames, apiScopes } from "../../../../contract/api/scopes.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";

const areas = Object.entries(Object.groupBy(apiScopeNames, (scope) => scope.split(":")[0] ?? ""));

interface ScopeBoxesProps {
  value: readonly ApiScope[];
  errors: readonly string[];
  onChange: (scopes: ApiScope[]) => void;
}

/** What a token may be used for, a line for each area. */
export function ScopeBoxes({ value, errors, onChange }: ScopeBoxesProps) {
  const errorId = useId();
  const toggle = (scope: ApiScope, isOn: boolean) =>
    onChange(apiScopeNames.filter((known) => (known === scope ? isOn : value.includes(known))));
  return (
    <fieldset aria-describedby={errors.length > 0 ? errorId : undefined} data-invalid={errors.length > 0 || undefined}>
      <legend className="text-ui font-medium">Rechte</legend>
      {areas.map(([area, scopes]) => (
        <div key={area} className="mt-1.5 grid grid-cols-2 gap-x-4 text-ui max-[359px]:grid-cols-1">
          {scopes?.map((scope) => (
            <Checkbox
              key={scope}
              label={apiScopes[scope]}
              checked={value.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
        </div>
      ))}
      {errors.length > 0 && (
        <p id={errorId} className="mt-1.5 text-meta text-bad-text">
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
