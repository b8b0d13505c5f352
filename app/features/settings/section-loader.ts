import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { SettingSection } from "../../../contract/settings/sections.ts";
import { prefill, queryKeys } from "../../lib/api/prefill.ts";
import { refuseWithout } from "../../lib/people/refuse-without.ts";

type Reads = Parameters<typeof prefill>[0];

/** A loader for the page of a section: what is stored of it, and what else the page reads; for admins only. */
export const sectionLoader =
  (section: SettingSection, readOthers: (api: AppLoadContext["api"]) => Reads = () => []) =>
  async (args: LoaderFunctionArgs) => {
    refuseWithout("manageSettings", args);
    const { api } = args.context;
    const stored: Reads[number] = [queryKeys.setting.get.queryKey({ section }), api.setting.get({ section })];
    return { state: await prefill([stored, ...readOthers(api)]) };
  };
