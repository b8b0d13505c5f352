import { Plus, Trash2 } from "lucide-react";
import { roleLabels } from "../../../contract/roles.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { SignInForm } from "./sign-in-settings-form.tsx";

/** Which values of a claim stand for which role. */
export function RoleFields({ fields }: { fields: SignInForm }) {
  const { oidcRoleClaim, oidcRoles, oidcDefaultRole } = fields.values;
  const change = (index: number, part: Partial<(typeof oidcRoles)[number]>) =>
    fields.change(
      "oidcRoles",
      oidcRoles.map((one, at) => (at === index ? { ...one, ...part } : one)),
    );
  const errors = fields.errorsOf("oidcRoles");
  return (
    <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
      <Field
        label="Angabe mit der Rolle"
        mark="optional"
        hint="Der „Claim“, etwa groups oder realm_access.roles. Leer heißt: Rollen vergibt nur das Portal."
        errors={fields.errorsOf("oidcRoleClaim")}
      >
        <TextInput {...fields.control("oidcRoleClaim")} autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
      {oidcRoleClaim !== "" && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-ui font-medium">Zuordnung</legend>
          <ul className="grid gap-2">
            {oidcRoles.map(({ value, role }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and never change places
              <li key={index} className="flex items-center gap-2">
                <TextInput
                  aria-label={`Wert ${index + 1}`}
                  aria-invalid={(errors.length > 0 && value.trim() === "") || undefined}
                  value={value}
                  placeholder="Wert"
                  autoComplete="off"
                  className="min-w-0 flex-1 font-mono"
                  onChange={(event) => change(index, { value: event.target.value })}
                />
                <ChoiceSelect
                  aria-label={`Rolle ${index + 1}`}
                  labels={roleLabels}
                  value={role}
                  className="w-40 flex-none max-md:w-[150px]"
                  onChange={(role) => change(index, { role })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Zuordnung ${index + 1} entfernen`}
                  onClick={() =>
                    fields.change(
                      "oidcRoles",
                      oidcRoles.filter((_, at) => at !== index),
                    )
                  }
                />
              </li>
            ))}
          </ul>
          {errors.length > 0 && (
            <p role="alert" className="mt-1.5 text-meta text-bad-text">
              {errors.join(" ")}
            </p>
          )}
          <Button
            size="sm"
            icon={Plus}
            className="mt-2"
            onClick={() => fields.change("oidcRoles", [...oidcRoles, { value: "", role: "member" }])}
          >
            Zuordnung
          </Button>
        </fieldset>
      )}
      <Field
        label="Wenn kein Wert passt"
        hint={oidcRoleClaim === "" ? "Gilt für neue Konten." : "Gilt bei jeder Anmeldung über den Anbieter."}
        errors={fields.errorsOf("oidcDefaultRole")}
      >
        <ChoiceSelect
          labels={{ "": "Nicht einlassen", ...roleLabels }}
          value={oidcDefaultRole ?? ""}
          onChange={(role) => fields.change("oidcDefaultRole", role || null)}
        />
      </Field>
    </div>
  );
}
