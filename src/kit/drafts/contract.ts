import { z } from 'zod'
import {
  type Access,
  ById,
  Id,
  Instant,
  one,
  Picture,
  route,
  StoredFile,
  versionOnly,
  withArticle,
} from '../contract.ts'

/** Marks a record that has a draft: when it was last saved, and by whom. */
export const DraftMark = z
  .object({
    by: z.string().describe('Account that saved it last'),
    at: Instant.describe('Time of the last save'),
  })
  .meta({ id: 'DraftMark' })
export type DraftMark = z.infer<typeof DraftMark>

/** Draft mark of a record; also part of lists. */
export const draftFields = { draft: DraftMark.nullable() }

/** Full draft: its content, and the record's content when the draft was created. */
const draftOf = <Input extends z.ZodObject>(input: Input) =>
  z.object({
    updatedAt: Instant.describe('Version of the draft'),
    by: z.string().describe('Account that saved it last'),
    madeFrom: Instant.describe('Version of the record on which the draft is based'),
    base: input,
    content: input,
    pictures: z.array(Picture).describe('Pictures to which the content refers'),
    files: z.array(StoredFile),
  })

/**
 * Body for saving a draft: the full content, the version of the record it is based on, and the draft's own version
 * unless it is new.
 */
const draftInput = <Input extends z.ZodObject>(input: Input) =>
  z.strictObject({ content: input, madeFrom: Instant, updatedAt: Instant.optional() })

/**
 * Declares the five draft routes of a resource: read, save, discard, publish and preview. Spread them beside `crud`
 * with the same path; `draftHandlers` implements them.
 */
export const draftRoutes = <const One extends string, Item extends z.ZodObject, Input extends z.ZodObject>(
  path: string,
  name: One,
  item: Item,
  input: Input,
  { access }: { access: Access },
) =>
  ({
    draft: route({
      method: 'GET',
      path: `${path}/{id}/draft`,
      access,
      summary: `Get the draft of ${withArticle(name)}; 404 if there is none.`,
      params: ById,
      answer: z.object({ draft: draftOf(input) }),
    }),
    saveDraft: route({
      method: 'PUT',
      path: `${path}/{id}/draft`,
      access,
      summary: `Save the draft of ${withArticle(name)}, complete and valid. Visitors do not see it.`,
      params: ById,
      body: draftInput(input),
      answer: z.object({ draft: draftOf(input) }),
    }),
    discardDraft: route({
      method: 'DELETE',
      path: `${path}/{id}/draft`,
      access,
      summary: `Discard the draft of ${withArticle(name)} in the version given by If-Match.`,
      params: ById,
      status: 204,
    }),
    publishDraft: route({
      method: 'POST',
      path: `${path}/{id}/draft/publish`,
      access,
      summary: `Publish the draft of ${withArticle(name)}; 412 if the draft or the ${name} has changed since.`,
      params: ById,
      body: versionOnly,
      answer: one(name, item),
    }),
    preview: route({
      method: 'POST',
      path: `${path}/preview`,
      access,
      summary: `Preview ${withArticle(name)} with the sent values on its page: \`?preview={token}\` shows it there for 15 minutes.`,
      body: z.strictObject({ id: Id.optional(), content: input }),
      answer: z.object({ preview: z.object({ token: z.string(), until: Instant }) }),
      status: 201,
      perMinute: 60,
    }),
  }) as const
