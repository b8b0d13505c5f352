import { Keyboard } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Popover } from "./popover.tsx";
import { listKeys } from "./use-list-keys.ts";

/** The keys that a list knows. */
export function KeyHelp() {
  return (
    <Popover
      label="Tasten der Liste"
      align="end"
      className="w-[248px]"
      trigger={
        <IconButton
          icon={Keyboard}
          label="Tasten der Liste"
          title="Tasten der Liste"
          size="sm"
          className="max-md:hidden"
        />
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
        {listKeys.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(" ").map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
