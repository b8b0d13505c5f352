import { z } from "zod";
import { sentenceOf } from "./zod-sentences.ts";

// Zod tries out `new Function` before its first schema; a page's content security policy refuses and reports that.
z.config({ localeError: sentenceOf, ...(typeof document !== "undefined" && { jitless: true }) });

export { z };
