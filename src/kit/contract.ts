import { z } from 'zod'
import { locales } from './locale.ts'

/**
 * A contract declares the input and output of routes. It runs anywhere: the server validates with it, the typed client
 * and the forms derive their types from it, and the OpenAPI document is generated from it.
 */

// Do not compile schemas to functions in a browser: the pages' Content-Security-Policy forbids it, and every attempt
// would be reported.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { locales }
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/**
 * Callers allowed to use a route. `public`: everyone. `refresh`: callers with a refresh token. `basic`: callers with a
 * Basic header. `member`: any logged-in account. `console`: accounts allowed into the console. `console:<section>`:
 * accounts whose level may read that section for a GET, and write to it for any other method (`scopeOfRoute`).
 */
export type Access = 'public' | 'basic' | 'refresh' | 'member' | 'console' | `console:${string}`

type Schema = z.core.$ZodType

/** Maximum bytes of a picture: enough for a photograph of 50 megapixels. */
export const maxPictureBytes = 30 * 1024 * 1024

/**
 * Files that a multipart route accepts, by form field. `kinds` are detected from the bytes, never from the file name.
 */
export interface Upload {
  field: string
  kinds: readonly ('picture' | 'video' | 'document')[]
  /** Accepted MIME types (`file-types.ts`), if not all of these kinds. */
  types?: readonly string[]
  /** The original is stored unchanged, so that formats which browsers cannot show are accepted too. */
  keepsOriginal?: boolean
  /** Maximum bytes per file. */
  maxBytes: number
  maxFiles: number
}

export interface RouteDeclaration {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with OpenAPI parameters: `/api/console/popups/{id}`. */
  path: string
  access: Access
  /** One sentence for the API document. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  upload?: Upload
  /** If absent, the route answers 204 without a body. */
  answer?: Schema
  status?: 200 | 201 | 204
  /**
   * The answer is the same for every visitor of one language and is served from the tag cache. `apart`: clients can
   * invent URLs that the route answers, so it gets a small separate pool in the cache and cannot evict other entries.
   */
  cached?: boolean | 'apart'
  /** Records belong to the account or its company: the id of another owner's record is answered like a missing one. */
  owned?: boolean
  /** Records have two sides, and only one of them may perform the action: the other gets 403. */
  ofOneSide?: boolean
  /** Accepts an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
  idempotent?: boolean
  /**
   * For a public route that behaves differently for a logged-in account. An invalid or expired token gives 401, as on a
   * member route, never anonymous access.
   */
  knowsMember?: boolean
  /** Available to an account that must set up 2-step verification before anything else. */
  beforeTwoStep?: boolean
  /** Available to a member who must agree to new terms before anything else. */
  beforeTerms?: boolean
  /**
   * A level may require a second person's approval for this route (`sectionActs`): the call is answered with 202 and
   * stored until a colleague approves it. `carried-out`: it is executed on approval. `by-asker`: the requester repeats
   * the call within a day of the approval, because the answer is theirs.
   */
  together?: 'carried-out' | 'by-asker'
  /** Calls allowed per minute and client address; more get 429. */
  perMinute?: number
  /**
   * Parameter that names a record with heavy write contention. Each process handles only a few concurrent calls per
   * record; the others wait without holding a database connection, so that other features keep some. A call that waits
   * too long is answered 409 `crowded`: nothing was done, and it may be repeated.
   */
  crowded?: string
}

/** Declares a route. Its literal types are preserved, so that handlers and client are typed by it. */
export const route = <const R extends RouteDeclaration>(declaration: R): R => declaration

export type Contract = Record<string, RouteDeclaration>

type Output<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined

/** Handler input: validated, with defaults filled in. */
export interface HandlerInput<R extends RouteDeclaration> {
  params: Output<R['params']>
  query: Output<R['query']>
  body: Output<R['body']>
}

type Part<K extends string, V> = undefined extends V
  ? unknown
  : object extends V
    ? { [key in K]?: V }
    : { [key in K]: V }

/** Caller input: fields with defaults may be omitted, and so may parts without a required field. */
export type CallInput<R extends RouteDeclaration> = Part<'params', Sent<R['params']>> &
  Part<'query', Sent<R['query']>> &
  Part<'body', Sent<R['body']>>

/** Answer of a route; `undefined` for 204. */
export type Answer<R extends RouteDeclaration> = R['answer'] extends Schema ? z.output<R['answer']> : undefined

/** Return value of a handler: the answer before defaults and transforms. */
export type HandlerAnswer<R extends RouteDeclaration> = R['answer'] extends Schema ? z.input<R['answer']> : undefined

/** Answer to a call that awaits another person's approval (202). */
export const PendingCall = z.object({ message: z.string(), approval: z.uuid() }).meta({ id: 'Asked' })
export type PendingCall = z.infer<typeof PendingCall>

// ── Shared shapes ───────────────────────────────────────────────────────────────────────────────────────────────

/** Lower case only: PostgreSQL accepts any case, and each spelling would be a separate URL. */
export const Id = z.uuid().lowercase().describe('Time-ordered UUID')

/** Accepted years. PostgreSQL has no year 0, and date arithmetic here expects four-digit years. */
const [firstYear, lastYear] = [1900, 2200]

/** Instant between the years 1900 and 2200. */
export const Instant = z.iso
  .datetime()
  .refine((text) => Number(text.slice(0, 4)) >= firstYear && Number(text.slice(0, 4)) <= lastYear, { error: 'date' })
  .describe(`ISO 8601 in UTC, milliseconds; from ${firstYear} to ${lastYear}`)
export const ById = z.strictObject({ id: Id })

/** Inclusive range of days in Seoul time; either end may be open: `2026-11-01..2026-11-30`, `2026-11-01..`. */
export const Days = z.union([
  z.templateLiteral([z.iso.date(), '..', z.iso.date()]),
  z.templateLiteral([z.iso.date(), '..']),
  z.templateLiteral(['..', z.iso.date()]),
])

export const recordFields = { _id: Id, createdAt: Instant, updatedAt: Instant }

/** Localized text. Korean is required; missing translations fall back to it. `max` in characters. */
export const localized = (max: number) =>
  z.strictObject({
    ko: z.string().trim().min(1).max(max),
    en: z.string().trim().max(max).optional(),
    cn: z.string().trim().max(max).optional(),
  })

/** Localized text in which Korean may be empty too. `max` in characters. */
export const localizedOptional = (max: number) =>
  z.strictObject({
    ko: z.string().trim().max(max).optional(),
    en: z.string().trim().max(max).optional(),
    cn: z.string().trim().max(max).optional(),
  })

export type Localized = { ko?: string | undefined; en?: string | undefined; cn?: string | undefined }

const Percent = z.number().int().min(0).max(100)
/** Focal point in percent from the left and the top; it stays visible when a picture is cropped. */
export const Focus = z.tuple([Percent, Percent])

/** Stored picture. The URL of a variant is `/files/{_id}/{width}.{format}`. */
export const Picture = z
  .object({
    _id: Id,
    alt: z.object({ ko: z.string(), en: z.string().optional(), cn: z.string().optional() }),
    /** Pixels of the original, with its EXIF orientation applied. */
    width: z.number().int(),
    height: z.number().int(),
    /** Widths of the variants in pixels, ascending. */
    widths: z.array(z.number().int()),
    formats: z.array(z.enum(['avif', 'webp'])),
    focus: Focus.optional(),
  })
  .meta({ id: 'Picture' })
export type Picture = z.infer<typeof Picture>

/** Stored file that is served unchanged (video, attachment). */
export const StoredFile = z
  .object({
    _id: Id,
    name: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    url: z.string(),
  })
  .meta({ id: 'StoredFile' })
export type StoredFile = z.infer<typeof StoredFile>

/** Path within the site, absolute http(s) URL, `tel:` or `mailto:`; script URLs are rejected. */
export const Link = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(\/(?![/\\])[^\s\\\p{Cc}]*|https?:\/\/[^\s\p{Cc}]+|tel:[\d+-]+|mailto:[^\s\p{Cc}]+|#[\w-]+)$/u, {
    error: 'link',
  })
  .refine((link) => !/^https?:/.test(link) || URL.canParse(link), { error: 'link' })

const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u

/** Line that is safe in a mail header: no line breaks or other control characters. `max` in characters. */
export const headerLine = (max: number) => z.string().trim().max(max).regex(oneLine, { error: 'line_break' })

/** Localized header line; Korean is required, and missing translations fall back to it. */
export const localizedLine = (max: number) =>
  z.strictObject({ ko: headerLine(max).min(1), en: headerLine(max).optional(), cn: headerLine(max).optional() })

export const maxPageSize = 100

/** Pagination, sorting and search words of a list. `sort` is an enum, so that no text from the client reaches SQL. */
export const listQuery = <const S extends readonly [string, ...string[]]>(sortable: S) => {
  const names = sortable.flatMap((name) => [name, `-${name}`]) as [S[number] | `-${S[number]}`]
  return {
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(20),
    sort: z.enum(names).default(`-${sortable[0]}` as never),
    q: z.string().trim().max(100).optional(),
  }
}

/** Page of a list: `{ <plural>: […], total, page, limit }`. */
export const page = <const Many extends string, Item extends z.ZodObject>(many: Many, item: Item) =>
  // A computed key widens to an index signature; the cast restores the literal name.
  z.object({
    [many]: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  }) as unknown as z.ZodObject<Record<Many, z.ZodArray<Item>> & { total: z.ZodInt; page: z.ZodInt; limit: z.ZodInt }>

/** Single record under its name: `{ <singular>: {…} }`. */
export const one = <const One extends string, Item extends z.ZodObject>(name: One, item: Item) =>
  z.object({ [name]: item }) as unknown as z.ZodObject<Record<One, Item>>

export interface CrudOptions<
  S extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
  Line extends z.ZodObject = z.ZodObject,
> {
  access: Access
  /** Sortable columns; the default order is the first one, descending. */
  sort: S
  /** Declared filters, in addition to pagination and search words. */
  filters: F
  /** Shape of a record in lists, without the large fields (texts, blocks). Defaults to the whole record. */
  line?: Line
  /** Records belong to the account or its company (see `TableOptions.owner`). */
  owned?: boolean
}

/** Returns a noun with its indefinite article: `a post`, `an office`, `a user`. */
export const withArticle = (noun: string): string => `${/^(?!u[ns])[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/**
 * Declares the five routes of a plain resource: list, get, create, update and remove. An update leaves omitted fields
 * unchanged and carries the `updatedAt` that it is based on (optimistic lock, 412 if stale).
 */
export const crud = <
  const One extends string,
  const Many extends string,
  Item extends z.ZodObject,
  Input extends z.ZodObject,
  const S extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
  Line extends z.ZodObject = Item,
>(
  path: string,
  names: { one: One; many: Many },
  item: Item,
  input: Input,
  { access, sort, filters, line, owned = false }: CrudOptions<S, F, Line>,
) => {
  const single = one(names.one, item)
  const paging = listQuery(sort)
  for (const name of Object.keys(filters))
    if (name in paging) throw new Error(`${path}: a filter would hide the parameter ${name}`)
  return {
    list: route({
      method: 'GET',
      path,
      access,
      owned,
      summary: `List ${names.many}.`,
      query: z.strictObject({ ...paging, ...filters }),
      // If omitted, `Line` is inferred as `Item`.
      answer: page(names.many, line ?? (item as unknown as Line)),
    }),
    get: route({
      method: 'GET',
      path: `${path}/{id}`,
      access,
      owned,
      summary: `Get ${withArticle(names.one)}.`,
      params: ById,
      answer: single,
    }),
    create: route({
      method: 'POST',
      path,
      access,
      owned,
      summary: `Create ${withArticle(names.one)}.`,
      body: input,
      answer: single,
      status: 201,
      idempotent: true,
    }),
    update: route({
      method: 'PUT',
      path: `${path}/{id}`,
      access,
      owned,
      summary: `Change ${withArticle(names.one)}; omitted fields stay unchanged.`,
      params: ById,
      body: versionedPartial(input),
      answer: single,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/{id}`,
      access,
      owned,
      summary: `Delete ${withArticle(names.one)}.`,
      params: ById,
      status: 204,
    }),
  } as const
}

/** Makes every field optional and adds the `updatedAt` of the version that the change is based on. */
export const versionedPartial = <Input extends z.ZodObject>(input: Input) =>
  input.partial().extend({ updatedAt: Instant.optional() }) as unknown as z.ZodObject<
    { [K in keyof Input['shape']]: z.ZodOptional<Input['shape'][K]> } & { updatedAt: z.ZodOptional<typeof Instant> },
    z.core.$strict
  >

/** Body with only the record version that an action is based on. */
export const versionOnly = z.strictObject({ updatedAt: Instant.optional() })

/**
 * Body of every refusal. `message` can be shown to the user; `code` is stable; `fields` maps a field path to a message.
 */
export const Refusal = z
  .object({
    message: z.string(),
    code: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string().optional(),
    current: z.unknown().optional(),
  })
  .meta({ id: 'Refusal' })
export type Refusal = z.infer<typeof Refusal>
