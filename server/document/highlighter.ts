import highlighter from "highlight.js/lib/common";
import arduino from "highlight.js/lib/languages/arduino";
import { codeGrammars } from "../../contract/document/code-grammars.ts";

for (const [name, grammar] of Object.entries({ arduino, ...codeGrammars })) highlighter.registerLanguage(name, grammar);

/** Knows the common languages, and those that can be chosen for a code block. */
export { highlighter };
