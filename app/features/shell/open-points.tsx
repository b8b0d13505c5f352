import { countWord } from "../../lib/format.ts";
import { Bone } from "../../ui/skeleton.tsx";
import { useUnreadBadge } from "../notifications/use-unread-badge.ts";

/** The dashboard's one sentence: facts in ink, the words between them in grey. */
export function OpenPoints() {
  const { count, isKnown } = useUnreadBadge();
  if (!isKnown) {
    return (
      <h1 className="mt-1">
        <span className="sr-only">Dashboard</span>
        <Bone className="my-[5px] h-7 w-full max-w-[460px] rounded-6" />
      </h1>
    );
  }
  return (
    <h1 className="mt-1 !text-sentence-phone md:!text-sentence">
      {count === 0 ? (
        <>
          Alles ruhig. <Glue>Keine offenen Punkte für dich.</Glue>
        </>
      ) : (
        <>
          {capitalise(countWord(count))} {count === 1 ? "neue Benachrichtigung" : "neue Benachrichtigungen"}{" "}
          <Glue>{count === 1 ? "wartet auf dich." : "warten auf dich."}</Glue>
        </>
      )}
    </h1>
  );
}

function Glue({ children }: { children: string }) {
  return <span className="text-text-3">{children}</span>;
}

function capitalise(word: string): string {
  return word.charAt(0).toLocaleUpperCase("de-DE") + word.slice(1);
}
