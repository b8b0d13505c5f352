import { type ApiScope, apiScopeNames, apiScopes } from "../../../../contract/api/scopes.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Fieldset } from "../../../ui/form/fieldset.tsx";

const areas = Object.entries(Object.groupBy(apiScopeNames, (scope) => scope.split(":")[0] ?? ""));

interface ScopeBoxesProps {
  value: readonly ApiScope[];
  errors: readonly string[];
  onChange: (scopes: ApiScope[]) => void;
}

/** What a token may be used for, a line for each area. */
export function ScopeBoxes({ value, errors, onChange }: ScopeBoxesProps) {
  const toggle = (scope: ApiScope, isOn: boolean) =>
    onChange(apiScopeNames.filter((known) => (known === scope ? isOn : value.includes(known))));
  return (
    <Fieldset legend="Rechte" errors={errors}>
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
    </Fieldset>
  );
}
