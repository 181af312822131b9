import { z } from 'zod'
import { type Access, ById, Id, Instant, one, Picture, route, StoredFile, stampedOnly } from '../contract.ts'

/** That a record has a draft: since when, and by whom. */
export const DraftMark = z
  .object({
    by: z.string().describe('Who saved it last'),
    at: Instant.describe('When it was saved last'),
  })
  .meta({ id: 'DraftMark' })
export type DraftMark = z.infer<typeof DraftMark>

/** What a record that may have a draft says of it, in lists too. */
export const draftFields = { draft: DraftMark.nullable() }

/** A draft whole: what it says, and what the record said when it was begun. */
const draftOf = <Input extends z.ZodObject>(input: Input) =>
  z.object({
    updatedAt: Instant.describe('Version of the draft'),
    by: z.string().describe('Who saved it last'),
    madeFrom: Instant.describe('Version of the record it was made from'),
    base: input,
    content: input,
    pictures: z.array(Picture).describe('The pictures whose ids stand in it'),
    files: z.array(StoredFile),
  })

/** What saving a draft sends: the whole content, the version of the record it was made from, and its own unless new. */
const draftInput = <Input extends z.ZodObject>(input: Input) =>
  z.strictObject({ content: input, madeFrom: Instant, updatedAt: Instant.optional() })

/**
 * The five routes by which a record is edited before publication: read, save and discard its draft, publish it, and
 * look at it on its page. Spread beside `crud` of the same path; `draftHandlers` answers them.
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
      summary: `The draft of a ${name}; 404 where it has none.`,
      params: ById,
      answer: z.object({ draft: draftOf(input) }),
    }),
    saveDraft: route({
      method: 'PUT',
      path: `${path}/{id}/draft`,
      access,
      summary: `Save a draft of a ${name}, whole and as valid as the ${name} itself; the public sees nothing of it.`,
      params: ById,
      body: draftInput(input),
      answer: z.object({ draft: draftOf(input) }),
    }),
    discardDraft: route({
      method: 'DELETE',
      path: `${path}/{id}/draft`,
      access,
      summary: `Throw the draft of a ${name} away, as it was read (If-Match).`,
      params: ById,
      status: 204,
    }),
    publishDraft: route({
      method: 'POST',
      path: `${path}/{id}/draft/publish`,
      access,
      summary: `Publish the draft of a ${name}; 412 when draft or ${name} changed meanwhile.`,
      params: ById,
      body: stampedOnly,
      answer: one(name, item),
    }),
    preview: route({
      method: 'POST',
      path: `${path}/preview`,
      access,
      summary: `A look at a ${name} on its page as it is sent: \`?preview={token}\` there shows it for a quarter of an hour.`,
      body: z.strictObject({ id: Id.optional(), content: input }),
      answer: z.object({ preview: z.object({ token: z.string(), until: Instant }) }),
      status: 201,
      perMinute: 60,
    }),
  }) as const
