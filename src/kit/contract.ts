import { z } from 'zod'
import { locales } from './locale.ts'

/**
 * A contract declares what a route takes and gives. It runs anywhere: the server validates with it, the typed
 * client and the forms take their types from it, and the OpenAPI document is made of it.
 */

// In a browser schemas are not compiled to functions: the pages' policy forbids it and would report every attempt.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { locales }
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/**
 * Who may call a route. `public`: anybody. `refresh`: callers with a refresh token. `basic`: callers that send a Basic
 * header. `member`: any logged-in account. `console`: an account that may enter the console. `console:<section>`: one
 * whose level may read there for a GET, and write there for anything else (`scopeOfRoute`).
 */
export type Access = 'public' | 'basic' | 'refresh' | 'member' | 'console' | `console:${string}`

type Schema = z.core.$ZodType

/** Files a multipart route takes, by form field. `kinds` are decided from the bytes, never from the name. */
export interface Upload {
  field: string
  kinds: readonly ('picture' | 'video' | 'document')[]
  /** Bytes of one file. */
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
  /** Absent: 204 without a body. */
  answer?: Schema
  status?: 200 | 201 | 204
  /**
   * The same for every visitor of one language: answered from the tag cache. `apart`: anybody can invent addresses of
   * it that answer, so it has a small room of its own there and pushes nothing else out.
   */
  cached?: boolean | 'apart'
  /** Its records belong to the account or its company: another's id is answered as one that is not there. */
  owned?: boolean
  /** The record has two sides, and the act is of one of them: the other is refused with 403. */
  ofOneSide?: boolean
  /** Takes an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
  idempotent?: boolean
  /**
   * Of a public route: it does or answers another thing for an account. A token that is no good any more is refused
   * there (401) as on a member's route: nobody is taken for a stranger who came as somebody.
   */
  knowsMember?: boolean
  /** Open to an account that has to set up 2-step verification before anything else. */
  beforeTwoStep?: boolean
  /** Open to a member who has to agree to new terms before anything else. */
  beforeTerms?: boolean
  /**
   * A level may be given it together with another person only (`sectionActs`): the call is answered with 202, and what
   * was asked for is kept until a colleague approves it. `carried-out`: it is done with the approval. `by-asker`: who
   * asked may call once more within a day, since the answer is theirs.
   */
  together?: 'carried-out' | 'by-asker'
  /** Calls allowed for each socket address in a minute; 429 beyond. */
  perMinute?: number
  /**
   * A parameter whose record everybody changes at once: a process handles few calls for the same one at a time, the
   * others wait without a connection, so that the rest of the product has some left. Who waits too long is answered 409
   * `crowded`: nothing was done, and the same call may be sent again.
   */
  crowded?: string
}

/** Declares one route; the literal types are kept, so handlers and client are typed by it. */
export const route = <const R extends RouteDeclaration>(declaration: R): R => declaration

export type Contract = Record<string, RouteDeclaration>

type Output<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined

/** What a handler gets: validated, defaults filled in. */
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

/** What a caller sends: defaults may be left out, and parts without any required field too. */
export type CallInput<R extends RouteDeclaration> = Part<'params', Sent<R['params']>> &
  Part<'query', Sent<R['query']>> &
  Part<'body', Sent<R['body']>>

/** What a route answers; `undefined` for 204. */
export type Answer<R extends RouteDeclaration> = R['answer'] extends Schema ? z.output<R['answer']> : undefined

/** What a handler returns: the answer before its defaults and transforms. */
export type HandlerAnswer<R extends RouteDeclaration> = R['answer'] extends Schema ? z.input<R['answer']> : undefined

/** What a call is answered that waits for another person (202). */
export const Asked = z.object({ message: z.string(), approval: z.uuid() }).meta({ id: 'Asked' })
export type Asked = z.infer<typeof Asked>

// ── Shapes every module shares ──────────────────────────────────────────────────────────────────────────────────

/** In small letters only: the database takes any case, and each would be an address of its own. */
export const Id = z.uuid().lowercase().describe('Time-ordered UUID')

/** The years that people plan and remember; PostgreSQL has no year 0, and dates are reckoned with in years of four digits. */
const [firstYear, lastYear] = [1900, 2200]

/** A moment between 1900 and 2200. */
export const Instant = z.iso
  .datetime()
  .refine((text) => Number(text.slice(0, 4)) >= firstYear && Number(text.slice(0, 4)) <= lastYear, { error: 'date' })
  .describe(`ISO 8601 in UTC, milliseconds; from ${firstYear} to ${lastYear}`)
export const ById = z.strictObject({ id: Id })

/** Days of Seoul from and to, both included; either may be open: `2026-11-01..2026-11-30`, `2026-11-01..`. */
export const Days = z.union([
  z.templateLiteral([z.iso.date(), '..', z.iso.date()]),
  z.templateLiteral([z.iso.date(), '..']),
  z.templateLiteral(['..', z.iso.date()]),
])

/** Fields every record has. */
export const recordFields = { _id: Id, createdAt: Instant, updatedAt: Instant }

/** A text with its translations; Korean is required, the others fall back to it. `max` in characters. */
export const localized = (max: number) =>
  z.strictObject({
    ko: z.string().trim().min(1).max(max),
    en: z.string().trim().max(max).optional(),
    cn: z.string().trim().max(max).optional(),
  })

/** The same, where Korean may be left empty as well. `max` in characters. */
export const localizedOptional = (max: number) =>
  z.strictObject({
    ko: z.string().trim().max(max).optional(),
    en: z.string().trim().max(max).optional(),
    cn: z.string().trim().max(max).optional(),
  })

export type Localized = { ko?: string | undefined; en?: string | undefined; cn?: string | undefined }

const Percent = z.number().int().min(0).max(100)
/** Percent from the left and from the top: what stays in view where a picture is cut to another shape. */
export const Focus = z.tuple([Percent, Percent])

/** A stored picture. A variant's address is `/files/{_id}/{width}.{format}`. */
export const Picture = z
  .object({
    _id: Id,
    alt: z.object({ ko: z.string(), en: z.string().optional(), cn: z.string().optional() }),
    /** Pixels of the upright original. */
    width: z.number().int(),
    height: z.number().int(),
    /** Widths of the variants in pixels, ascending. */
    widths: z.array(z.number().int()),
    formats: z.array(z.enum(['avif', 'webp'])),
    focus: Focus.optional(),
  })
  .meta({ id: 'Picture' })
export type Picture = z.infer<typeof Picture>

/** A stored file that is handed out as it is (video, attachment). */
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

/** An address within the site, an absolute http(s) address, `tel:` or `mailto:`; nothing that runs script. */
export const Link = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(\/(?![/\\])[^\s\\\p{Cc}]*|https?:\/\/[^\s\p{Cc}]+|tel:[\d+-]+|mailto:[^\s\p{Cc}]+|#[\w-]+)$/u, {
    error: 'link',
  })
  .refine((link) => !/^https?:/.test(link) || URL.canParse(link), { error: 'link' })

const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u

/** A line that goes into a header of a mail: no line breaks or other control characters. `max` in characters. */
export const headerLine = (max: number) => z.string().trim().max(max).regex(oneLine, { error: 'line_break' })

/** The same with its translations; Korean is required, the others fall back to it. */
export const localizedLine = (max: number) =>
  z.strictObject({ ko: headerLine(max).min(1), en: headerLine(max).optional(), cn: headerLine(max).optional() })

export const maxPageSize = 100

/** Paging and words, as every list takes them. `sort` names are an enum, so that they never reach SQL as text. */
export const listQuery = <const S extends readonly [string, ...string[]]>(sortable: S) => {
  const names = sortable.flatMap((name) => [name, `-${name}`]) as [S[number] | `-${S[number]}`]
  return {
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(20),
    sort: z.enum(names).default(`-${sortable[0]}` as never),
    q: z.string().trim().max(100).optional(),
  }
}

/** A page of a list: `{ <plural>: […], total, page, limit }`. */
export const page = <const Many extends string, Item extends z.ZodObject>(many: Many, item: Item) =>
  // A computed key widens to an index signature; the cast restores the literal name.
  z.object({
    [many]: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  }) as unknown as z.ZodObject<Record<Many, z.ZodArray<Item>> & { total: z.ZodInt; page: z.ZodInt; limit: z.ZodInt }>

/** One record under its name: `{ <singular>: {…} }`. */
export const one = <const One extends string, Item extends z.ZodObject>(name: One, item: Item) =>
  z.object({ [name]: item }) as unknown as z.ZodObject<Record<One, Item>>

export interface CrudOptions<
  S extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
  Line extends z.ZodObject = z.ZodObject,
> {
  access: Access
  /** Columns a list may be sorted by; the first, descending, is the default. */
  sort: S
  /** Declared filters, beside paging and words. */
  filters: F
  /** What a list has of a record, without what only its own screen shows: texts, blocks. By default the whole record. */
  line?: Line
  /** The records belong to the account or its company (`TableOptions.owner` says how). */
  owned?: boolean
}

/**
 * The five routes of a plain resource: list, get, create, update (fields left out stay as they are; carries the
 * `updatedAt` it was made from, 412 when stale) and remove.
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
      summary: `A page of ${names.many}.`,
      query: z.strictObject({ ...paging, ...filters }),
      // Left out, `Line` is inferred as `Item`.
      answer: page(names.many, line ?? (item as unknown as Line)),
    }),
    get: route({
      method: 'GET',
      path: `${path}/{id}`,
      access,
      owned,
      summary: `One ${names.one}.`,
      params: ById,
      answer: single,
    }),
    create: route({
      method: 'POST',
      path,
      access,
      owned,
      summary: `Create a ${names.one}.`,
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
      summary: `Change a ${names.one}; fields left out stay as they are.`,
      params: ById,
      body: stampedPartial(input),
      answer: single,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/{id}`,
      access,
      owned,
      summary: `Remove a ${names.one}.`,
      params: ById,
      status: 204,
    }),
  } as const
}

/** Every field optional, plus the `updatedAt` of the version the change was made from. */
export const stampedPartial = <Input extends z.ZodObject>(input: Input) =>
  input.partial().extend({ updatedAt: Instant.optional() }) as unknown as z.ZodObject<
    { [K in keyof Input['shape']]: z.ZodOptional<Input['shape'][K]> } & { updatedAt: z.ZodOptional<typeof Instant> },
    z.core.$strict
  >

/** The version an act was decided on, and nothing else. */
export const stampedOnly = z.strictObject({ updatedAt: Instant.optional() })

/** The body of every refusal. `message` is fit to be shown; `code` is stable; `fields` maps a path to a message. */
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
