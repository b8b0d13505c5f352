import { Switch } from "../../ui/form/switch.tsx";
import type { SignInForm, SignInValues } from "./sign-in-settings-form.tsx";

type Choice = { [Name in keyof SignInValues]: SignInValues[Name] extends boolean ? Name : never }[keyof SignInValues];

const choices: { name: Choice; label: string; text: string }[] = [
  {
    name: "oidcCreatesAccounts",
    label: "Unbekannte bekommen ein Konto",
    text: "Sonst kommen nur Menschen hinein, die hier schon ein Konto haben.",
  },
  {
    name: "oidcVerifiedOnly",
    label: "Nur bestätigte E-Mail-Adressen",
    text: "Ein neues Konto entsteht nur, wenn der Anbieter die Adresse geprüft hat.",
  },
  {
    name: "oidcLinksByEmail",
    label: "Über die E-Mail-Adresse verknüpfen",
    text: "Wer hier schon ein Konto mit derselben, bestätigten Adresse hat, kommt in dieses. Sonst verknüpft jeder selbst unter „Sicherheit“.",
  },
  {
    name: "oidcCountsAsSecondFactor",
    label: "Anbieter prüft den zweiten Faktor",
    text: "Wer über ihn kommt, wird hier nicht noch einmal gefragt.",
  },
];

/** Whom the provider may let in. */
export function AccountFields({ fields }: { fields: SignInForm }) {
  return (
    <ul>
      {choices.map(({ name, label, text }) => (
        <li key={name} className="flex min-h-14 items-center gap-4 border-b py-2">
          <div className="min-w-0 flex-1">
            <p id={`sign-in-${name}`} className="font-medium">
              {label}
            </p>
            <p className="text-meta text-text-2">{text}</p>
          </div>
          <Switch
            aria-labelledby={`sign-in-${name}`}
            checked={fields.values[name]}
            onChange={(event) => fields.change(name, event.target.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
