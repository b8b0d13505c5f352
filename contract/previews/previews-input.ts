import { id } from "../pagination.ts";
import { bulkSelection } from "../records/bulk.ts";
import { z } from "../zod.ts";

const website = z.strictObject({ id });
export const getPreview = website;
export const listKeptPictures = website;
export const takePreview = website;
export const listThumbs = z.strictObject({ ids: z.array(id).max(200) });
export const takePreviews = z.strictObject({ selection: bulkSelection });
