/** Opens without scripts. Only a person of the administration can hand out another way in. */
export function ForgottenPassword() {
  return (
    <details className="text-meta text-text-2">
      <summary className="w-fit cursor-pointer rounded-4 underline decoration-line-strong underline-offset-[3px] hover:decoration-current max-md:py-2.5">
        Passwort vergessen?
      </summary>
      <p className="mt-2">
        Bitte eine Person mit der Rolle Admin um einen neuen Link. Damit legst du ein neues Passwort fest; der Link gilt
        7 Tage.
      </p>
    </details>
  );
}
