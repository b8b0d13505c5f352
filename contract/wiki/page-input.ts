import { secretKinds } from "../document/secrets.ts";
import { keysOf } from "../narrowing.ts";
import { id, limit, page } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { maxPagesMoved, pageStatuses, pageVisibilities, templateKeys } from "./page-limits.ts";

const version = z.number().int().min(1);
/** Null is the top of the tree. */
const parentId = id.nullable();
const revisionNo = z.number().int().min(1);
const status = z.enum(keysOf(pageStatuses));
const visibility = z.enum(keysOf(pageVisibilities));

/** What `page.create` takes beside the `body` of the record. */
export const newPageOptions = z.strictObject({
  parentId: parentId.optional(),
  /** A page that is a template, or one of the templates that come with the portal. */
  templateId: z.union([z.enum(templateKeys), id]).optional(),
});

/** What the editor sends with a page that it begins: sent again because the answer was lost, it makes no second page. */
export const pageBeginning = newPageOptions.extend({ creationId: creationId.optional() });

export const getPage = z.strictObject({ id });
export const listTree = z.strictObject({ parentId: parentId.default(null) });
export const movePage = z.strictObject({
  id,
  parentId,
  /** The page that it stands right before, or right after; the end when both are absent. */
  before: id.optional(),
  after: id.optional(),
});
export const movePages = z.strictObject({ ids: z.array(id).min(1).max(maxPagesMoved), parentId });
export const setPageVisibility = z.strictObject({ id, visibility, version: version.optional() });

export const trashPage = z.strictObject({
  id,
  version: version.optional(),
  /** Otherwise what lies below moves up to where the page was. */
  withChildren: z.boolean().default(true),
});
export const duplicatePage = z.strictObject({
  id,
  withChildren: z.boolean().default(false),
  creationId: creationId.optional(),
});
export const savePageAsTemplate = getPage.extend({ creationId: creationId.optional() });
export const publishPage = z.strictObject({ id });
export const confirmPage = z.strictObject({ id, version: version.optional() });
export const allowSecret = z.strictObject({ id, kinds: z.array(z.enum(secretKinds)).min(1).max(secretKinds.length) });
export const setFavourite = z.strictObject({ id, isFavourite: z.boolean() });

export const listRevisions = z.strictObject({ id, page: page.default(1), limit: limit.default(25) });
export const getRevision = z.strictObject({ id, no: revisionNo });
export const diffRevisions = z.strictObject({ id, from: revisionNo, to: revisionNo });
export const setRevisionSummary = z.strictObject({
  id,
  no: revisionNo,
  summary: z.string().trim().max(200, "Zusammenfassung: Höchstens 200 Zeichen."),
});

const searchText = z.string().trim().max(200);
export const searchPages = z.strictObject({
  query: searchText,
  /** Only this page and what lies below it. */
  parentId: id.optional(),
  status: status.optional(),
  /** Who has written in it. */
  authorId: id.optional(),
  tagId: id.optional(),
  /** Only pages that mention this. */
  mentions: z.strictObject({ kind: z.string().min(1).max(40), id }).optional(),
  limit: z.number().int().min(1).max(50).default(20),
});
export const countMiss = z.strictObject({ query: searchText.min(1) });

/** The search that is a gap no more. */
export const dismissMiss = countMiss;

export const noPageInput = z.undefined();
