import { z } from 'zod'
import { PendingCall, Refusal, type RouteDeclaration, type Upload } from '../../contract.ts'
import { refusals } from '../../errors.ts'
import { sectionOf } from '../../scopes.ts'
import type { Kernel } from '../kernel.ts'
import { entityOfPath } from '../records/records.ts'

/** Any part of the JSON document. */
type Json = { [key: string]: unknown }
type Named = Kernel['routes'][number]

const description = `All paths of the product. Lists answer \`{ <plural>: […], total, page, limit }\`, one record
\`{ <singular>: {…} }\`; every record has \`_id\`, \`createdAt\` and \`updatedAt\`. Times are ISO 8601 in UTC, sizes are bytes,
pictures are measured in pixels. A PUT carries the \`updatedAt\` it was made from, or \`If-Match\`; a stale one is 412 with
the present record in \`current\`. What is not declared is refused with 400. Refusals are \`{ message, code, fields? }\` in
the language of Accept-Language.`

const meanings: Record<number, string> = {
  400: 'The input does not fit; `fields` says where.',
  401: 'Not logged in, or no longer.',
  403: 'The account lacks the scope.',
  404: 'Not there, or not to be told.',
  408: 'The request took too long to come.',
  409: 'The state of things does not allow it, or a value is taken.',
  412: 'Somebody changed it meanwhile; `current` is the record as it stands.',
  413: 'Too large, or too many files.',
  414: 'The address is longer than 8,000 characters, or a part of its path than 200.',
  415: 'A kind of body or file that is not taken here.',
  422: 'The key was used for another request.',
  429: 'Too many; try again after `Retry-After` seconds.',
  431: 'The headers are larger than 16 KB together.',
  500: 'A fault; `requestId` stands in the log.',
  503: 'A part is away; try again after `Retry-After` seconds.',
}

/** Collects schemas with an `id` as shared components. */
class Components {
  readonly schemas: Json = {}
  readonly #named = new Map<string, z.core.$ZodType>()

  /**
   * Two schemas with one name would become one component, and one route would be documented with the other's schema.
   */
  #name(schema: z.core.$ZodType): void {
    const id = z.globalRegistry.get(schema)?.id
    if (id === undefined) return
    const existing = this.#named.get(id)
    if (existing && existing !== schema) throw new Error(`Two schemas are named ${id}`)
    this.#named.set(id, schema)
  }

  /** Returns a JSON Schema with references to named parts. Throws if two different schemas share a name. */
  schema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
    const schemaJson = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema, zodSchema }) => {
        this.#name(zodSchema)
        // A further check on a string replaces its format: ids would be 'lowercase' instead of UUIDs.
        const { format } = zodSchema._zod.def as { format?: string }
        if (jsonSchema.format === 'lowercase' && format) jsonSchema.format = format
        // The format is sufficient; the pattern of a date takes five lines.
        if (jsonSchema.format) delete jsonSchema.pattern
        // JavaScript's safe integer limits are not limits of the field.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      },
    })
    const text = JSON.stringify(schemaJson).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $schema: _dialect, $defs = {}, $ref, ...rest } = JSON.parse(text) as Json
    Object.assign(this.schemas, $defs)
    return $ref === undefined ? rest : { $ref, ...rest }
  }
}

const segments = (path: string) => path.split('/').slice(2)

/** Returns the area of a route: `boards` for `/api/console/boards/{id}`. */
const tagOf = (path: string): string => {
  const [face = '', area = face] = segments(path)
  return face === 'auth' ? 'auth' : area
}

/**
 * Assigns operation ids: `boards_list`. If resources of one area would share a name, as much of the path is added as
 * needed: `center_faqs_list` for `/api/console/center/faqs`, `me_reviews_pictures_uploadPicture` for
 * `/api/v1/me/reviews/pictures`.
 */
const operationIds = (routes: readonly Named[]): ReadonlyMap<RouteDeclaration, string> => {
  const wordsOf = ({ route }: Named) => segments(route.path).filter((word) => !word.startsWith('{'))
  const names: ((registered: Named) => string)[] = [
    (registered) => `${tagOf(registered.route.path)}_${registered.name}`,
    (registered) => `${tagOf(registered.route.path)}_${entityOfPath(registered.route.path)}_${registered.name}`,
    (registered) => `${wordsOf(registered).slice(1).join('_')}_${registered.name}`,
  ]
  const found = new Map<RouteDeclaration, string>()
  for (const nameOf of names)
    for (const [id, alike] of Map.groupBy(
      routes.filter(({ route }) => !found.has(route)),
      nameOf,
    ))
      if (alike.length === 1 && alike[0]) found.set(alike[0].route, id)
  return new Map(
    routes.map((registered) => {
      const id = found.get(registered.route)
      if (!id) throw new Error(`${registered.route.path}: another route of its area is called ${registered.name} too`)
      return [registered.route, id]
    }),
  )
}

const headerReference = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const uploadBody = ({ field, kinds, maxBytes, maxFiles }: Upload): Json => {
  const file = { type: 'string', format: 'binary' }
  return {
    required: true,
    description: `${kinds.join(', ')}, told from the bytes; at most ${maxBytes} bytes each, ${maxFiles} at once.`,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            [field]: maxFiles > 1 ? { type: 'array', items: file, minItems: 1, maxItems: maxFiles } : file,
          },
          required: [field],
        },
      },
    },
  }
}

const propertiesOf = (schema: Json) => ({
  properties: Object.entries((schema.properties ?? {}) as Record<string, Json>),
  required: (schema.required ?? []) as string[],
})

/** Returns the statuses with which a route may refuse; 404 if its site can be disabled. */
const refusalsOf = (route: RouteDeclaration, site: string | undefined): number[] => {
  const takes = route.body ?? route.upload
  const isWrite = route.method !== 'GET'
  return [
    400,
    ...(route.access === 'public' && !route.knowsMember ? [] : [401]),
    ...(route.access.startsWith('console') || route.ofOneSide ? [403] : []),
    ...(route.params || takes || site ? [404] : []),
    408,
    ...(isWrite ? [409] : []),
    ...(isWrite && hasStamp(route) ? [412] : []),
    ...(isWrite ? [413] : []),
    414,
    ...(isWrite ? [415] : []),
    ...(route.idempotent ? [422] : []),
    ...(isWrite || route.access === 'basic' || route.perMinute ? [429] : []),
    431,
    500,
    503,
  ]
}

const hasStamp = (route: RouteDeclaration): boolean =>
  'updatedAt' in ((route.body as { shape?: object } | undefined)?.shape ?? {})

const operation = ({ route, site }: Named, operationId: string, components: Components): Json => {
  const parts = (
    [
      ['path', route.params],
      ['query', route.query],
    ] as const
  ).flatMap(([place, schema]) => {
    if (!schema) return []
    const { properties, required } = propertiesOf(components.schema(schema, 'input'))
    return properties.map(([key, value]) => ({ name: key, in: place, required: required.includes(key), schema: value }))
  })
  const scheme = route.access === 'basic' ? 'basic' : route.access === 'refresh' ? 'refresh' : 'bearer'
  const needsScope = route.access.startsWith('console')
  return {
    operationId,
    tags: [tagOf(route.path)],
    summary: route.summary,
    ...(needsScope && { description: `Needs the scope \`${route.access}\`.` }),
    parameters: [
      ...parts,
      headerReference('AcceptLanguage'),
      ...(hasStamp(route) ? [headerReference('IfMatch')] : []),
      ...(route.idempotent ? [headerReference('IdempotencyKey')] : []),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.schema(route.body, 'input') } },
      },
    }),
    ...(route.upload && { requestBody: uploadBody(route.upload) }),
    responses: {
      ...(route.answer
        ? {
            [route.status ?? 200]: {
              description: route.status === 201 ? 'Created.' : 'Done.',
              content: { 'application/json': { schema: components.schema(route.answer, 'output') } },
            },
          }
        : { 204: { description: 'Done; no body.' } }),
      ...(route.together && {
        202: {
          description: `Kept until a colleague approves it: of who holds \`${sectionOf(route.access)}:together\` and not the scope itself.`,
          content: { 'application/json': { schema: components.schema(PendingCall, 'output') } },
        },
      }),
      ...Object.fromEntries(
        refusalsOf(route, site).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
    security: route.access === 'public' ? [] : [{ [scheme]: needsScope ? [route.access] : [] }],
  }
}

const codesOf = (status: number): string[] => {
  const codes = Object.entries(refusals).flatMap(([code, answersWith]) => (answersWith === status ? [code] : []))
  return codes.length > 0 ? codes : ['unexpected']
}

const refusalResponse = (status: number): Json => ({
  description: `${meanings[status]} Codes: ${codesOf(status).join(', ')}.`,
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } } },
  }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Refusal' },
      example: { message: meanings[status], code: codesOf(status)[0] },
    },
  },
})

const parameter = (name: string, about: string, schema: Json) => ({ name, in: 'header', description: about, schema })

/** Generates the OpenAPI 3.1 document from the validating schemas. */
export const openApiDocument = (routes: readonly Named[], version: string): Json => {
  const components = new Components()
  components.schema(z.object({ refusal: Refusal }), 'output')
  const paths: Record<string, Json> = {}
  const ids = operationIds(routes)
  for (const registered of routes) {
    const { path, method } = registered.route
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operation(registered, ids.get(registered.route) ?? '', components),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daecheong API',
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This house.' }],
    tags: [...new Set(routes.map(({ route }) => tagOf(route.path)))].map((name) => ({
      name,
      description: `Everything under \`${name}\`.`,
    })),
    paths,
    components: {
      schemas: components.schemas,
      responses: Object.fromEntries(Object.keys(meanings).map((status) => [status, refusalResponse(Number(status))])),
      parameters: {
        AcceptLanguage: parameter('Accept-Language', 'Language of texts and messages: ko, en, zh; Korean otherwise.', {
          type: 'string',
          default: 'ko',
        }),
        IfMatch: parameter(
          'If-Match',
          'The `ETag` of the version the change was made from; or `updatedAt` in the body.',
          {
            type: 'string',
          },
        ),
        IdempotencyKey: parameter('Idempotency-Key', 'One effect and one answer for each key of an account.', {
          type: 'string',
          minLength: 1,
          maxLength: 255,
        }),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token; the scope named beside it must belong to the level of the account.',
        },
        refresh: { type: 'http', scheme: 'bearer', description: 'Refresh token.' },
        basic: { type: 'http', scheme: 'basic', description: 'Username and password in UTF-8, only for the log-in.' },
      },
    },
  }
}
