import { keptSecrets, serviceProblems } from "../../../contract/channels/channels-input.ts";
import { entriesOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { type RegistrarServiceName, registrarTraits } from "../../../contract/registrar-connections/services.ts";
import { Problem } from "../../problem.ts";
import type { Vault } from "../../vault.ts";

type Values = Readonly<Record<string, string>>;

/** What a connection is set up with: what may be read again, and its secrets. */
interface Before {
  open: Values;
  secret: Values;
}

/** What of the values may be read again, and what is sealed; secrets of before stay where the server does and nothing else is given. */
export function splitValues(service: RegistrarServiceName, given: Values, before: Before = { open: {}, secret: {} }) {
  const traits = registrarTraits(service);
  const kept = keptSecrets(traits, Object.keys(before.secret), { given, before: before.open });
  const known = Object.fromEntries(Object.entries(before.secret).filter(([name]) => kept.includes(name)));
  const fields = serviceProblems(traits, given, kept);
  const [first] = Object.values(fields);
  if (first) throw new Problem("invalid", { message: first[0] ?? "", fields });
  const open: Record<string, string> = {};
  const secret: Record<string, string> = { ...known };
  for (const [name, { isSecret }] of entriesOf(traits.fields)) {
    const value = given[name];
    if (value) (isSecret ? secret : open)[name] = value;
  }
  return { open, secret };
}

interface Kept {
  valuesJson: string;
  sealedSecrets: string;
}

/** Everything that a connection needs to know; throws a Problem where the secrets cannot be opened. */
export const valuesOf = (vault: Vault, { valuesJson, sealedSecrets }: Kept): Record<string, string> => ({
  ...parseOwnJson<Record<string, string>>(valuesJson),
  ...openSecrets(vault, sealedSecrets),
});

export const openSecrets = (vault: Vault, sealed: string): Record<string, string> =>
  parseOwnJson<Record<string, string>>(vault.open(sealed));
