import { ChevronRight, CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import { isShown } from "../../../contract/records/shown-when.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { isEmptyValue } from "../values/empty-value.ts";
import type { FormPart } from "./layout.ts";
import { rememberOpened } from "./opened-sections.ts";
import { FieldList } from "./record-fields.tsx";
import type { RecordFormState } from "./use-record-form.ts";

interface FoldingSection extends FormPart {
  id: string;
  isOpen: boolean;
  /** Nothing in it has been entered so far. */
  isEmpty: boolean;
  errors: number;
  setOpen: (isOpen: boolean) => void;
}

/**
 * The sections of a long form, of which those that nobody has filled in are folded. One opens by itself when something in
 * it is wrong or comes from a draft, and stays open for those who opened it before.
 */
export function useFolding(form: RecordFormState, parts: readonly FormPart[], opened: readonly string[] = []) {
  const baseId = useId();
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const { fields, type } = form.declaration;
  const edited = form.edited();
  const isAtRest = (name: string) => {
    const field = fieldNamed(fields, name);
    const value = form.initial[name];
    return isEmptyValue(value) || value === false || (field.kind === "choice" && value === field.initial);
  };
  const isAsked = (name: string) => {
    const field = fieldNamed(fields, name);
    return isShown(field, form.values) && (field.required === true || field.shownWhen?.required === true);
  };
  const sections = parts.map(({ title, names }): FoldingSection => {
    const key = `${type}.${names[0]}`;
    const isEmpty = names.every((name) => isAtRest(name) && !isAsked(name));
    const errors = names.filter((name) => form.errorsOf(name).length > 0).length;
    return {
      title,
      names,
      isEmpty,
      errors,
      id: `${baseId}${names[0]}`,
      // What is wrong is there at once: the first wrong field takes the focus.
      isOpen: errors > 0 || (chosen[key] ?? (!isEmpty || opened.includes(key))),
      setOpen: (isOpen) => {
        setChosen((now) => ({ ...now, [key]: isOpen }));
        if (isEmpty) rememberOpened(key, isOpen);
      },
    };
  });

  // It stays open when it has been put right.
  const needed = sections
    .filter(({ names, errors }) => errors > 0 || names.some((name) => edited.includes(name)))
    .map(({ names }) => `${type}.${names[0]}`)
    .join(" ");
  useEffect(() => {
    const keys = needed.split(" ").filter(Boolean);
    if (keys.length > 0) setChosen((now) => ({ ...now, ...Object.fromEntries(keys.map((key) => [key, true])) }));
  }, [needed]);
  return sections;
}

interface FoldingPartsProps {
  form: RecordFormState;
  folding: readonly FoldingSection[];
  noteOf: (name: string) => ReactNode;
}

export function FoldingParts({ form, folding, noteOf }: FoldingPartsProps) {
  return folding.map(({ id, title, names, isOpen, isEmpty, setOpen }, index) => {
    // Folded ones stand close together, and away from fields.
    const isAmongFolded = !isOpen && folding[index - 1]?.isOpen === false;
    const [name, ...others] = names;
    const isSaid = name && others.length === 0 && fieldNamed(form.declaration.fields, name).label === title;
    return (
      <section key={id} aria-labelledby={id} className={cx("scroll-mt-4", isAmongFolded ? "mt-2" : "mt-7")}>
        <h2 className={cx("border-b", !isOpen && "border-transparent")}>
          <button
            type="button"
            id={id}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-ml-1 flex min-h-8 w-full items-center gap-1.5 rounded-6 pl-1 pr-2 text-left hover:bg-tint-7 max-md:min-h-11"
          >
            <Icon of={ChevronRight} className={cx("text-text-3 transition-transform", isOpen && "rotate-90")} />
            {title}
            {isEmpty && !isOpen && <span className="ml-auto text-meta font-normal text-text-3">leer</span>}
          </button>
        </h2>
        {/* A heading that says the same is the label of a field that stands alone. */}
        <div hidden={!isOpen} className={cx("pt-4", isSaid && "[&_label]:sr-only")}>
          <FieldList form={form} names={names} noteOf={noteOf} />
        </div>
      </section>
    );
  });
}

const worthRail = 3;

/** The sections of a long form beside it, to go to one that lies far below. */
export function SectionRail({ folding }: { folding: readonly FoldingSection[] }) {
  if (folding.length < worthRail) return null;
  const goTo = ({ id, setOpen }: FoldingSection) => {
    setOpen(true);
    const heading = document.getElementById(id);
    heading?.closest("section")?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav
      aria-label="Abschnitte"
      className="sticky top-8 hidden max-h-[calc(100dvh-64px)] self-start overflow-y-auto lg:block"
    >
      <p aria-hidden="true" className="pb-1.5 pl-2.5 text-label text-text-3">
        Abschnitte
      </p>
      <ul className="border-l">
        {folding.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              onClick={() => goTo(section)}
              className={cx(
                "flex min-h-7 w-full items-center gap-1.5 rounded-r-6 px-2.5 text-left text-ui hover:bg-tint-7 hover:text-text-1 focus-visible:outline-offset-[-2px]",
                section.isOpen ? "text-text-2" : "text-text-3",
              )}
            >
              <span className="min-w-0 truncate">{section.title}</span>
              {section.errors > 0 && (
                <span className="ml-auto inline-flex items-center gap-1 text-meta text-bad-text">
                  <Icon of={CircleAlert} size={14} />
                  <span className="num">{section.errors}</span>
                  <span className="sr-only">
                    {section.errors === 1 ? " Feld stimmt nicht" : " Felder stimmen nicht"}
                  </span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
