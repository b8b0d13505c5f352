import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../../lib/api/query-panel.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { Section } from "../../../ui/section.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenRow } from "./token-row.tsx";

/** A person's own tokens, with the way to a new one. */
export function OwnTokens() {
  return (
    <Section title="API-Token" aside={<CreateTokenDialog />}>
      <p className="mt-3 max-w-[640px] text-text-2">
        Mit einem Token greift ein Programm in deinem Namen auf das Portal zu. Es darf nie mehr als du selbst.
      </p>
      <TokenList all={false} empty="Du hast noch kein Token." />
    </Section>
  );
}

/** The tokens of everybody, for who may end them. */
export function AllTokens() {
  return (
    <Section title="Token aller Personen">
      <TokenList all empty="Noch niemand hat ein Token." />
    </Section>
  );
}

function TokenList({ all, empty }: { all: boolean; empty: string }) {
  const tokens = useQuery(useTRPC().apiToken.list.queryOptions({ all }));
  return (
    <QueryPanel query={tokens} failure="Die Token konnten nicht geladen werden." rows={3}>
      {(found) =>
        found.length === 0 ? (
          <p role="status" className="py-4 text-text-2">
            {empty}
          </p>
        ) : (
          <ul className={all ? undefined : "mt-3 border-t"}>
            {found.map((token) => (
              <TokenRow key={token.id} token={token} showsOwner={all} />
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}
