import { linkClass } from "../../ui/link-class.ts";

/** Opens without scripts. Only a person of the administration can hand out another way in. */
export function ForgottenPassword() {
  return (
    <details className="text-ui text-text-2">
      <summary className={`w-fit cursor-pointer list-none rounded-4 max-md:py-3 ${linkClass}`}>
        Passwort vergessen?
      </summary>
      <p className="mt-2">
        Bitte wende dich an eine Person mit der Rolle Admin. Sie kann dich mit einem neuen Link einladen, der 7 Tage
        gilt.
      </p>
    </details>
  );
}
