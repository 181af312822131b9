import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { hashPassword } from '#kit/auth/password.ts'
import type { RouteDeclaration } from '#kit/contract.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildSender } from '../providers/build-sender.ts'
import { readSamples } from '../routes/module-samples.ts'
import { type Actor, allScopes, sentBy, type TestApi } from '../server/test-api.ts'
import { type Aim, AnswerValues, type Schema, ValueMaker } from './schema-values.ts'
import { type Random, randomFrom } from './seeded-random.ts'

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  body: Schema | null
  upload: { field: string } | null
  responses: Record<string, { content?: Record<string, { schema: Schema }>; $ref?: string }>
}

interface Document {
  paths: Record<string, Record<string, Schema>>
  components: { schemas: Schema; responses: Record<string, Schema> }
}

const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = ((operation.requestBody as Schema | undefined)?.content ?? {}) as Record<
        string,
        { schema: Schema }
      >
      const form = content['multipart/form-data']?.schema
      const parameters = (operation.parameters ?? []) as (Operation['parameters'][number] & { $ref?: string })[]
      return {
        method: method.toUpperCase() as Operation['method'],
        path,
        parameters: parameters.filter(({ $ref }) => $ref === undefined),
        body: content['application/json']?.schema ?? null,
        upload: form ? { field: Object.keys(form.properties as Schema)[0] ?? '' } : null,
        responses: operation.responses as Operation['responses'],
      }
    }),
  )

const pngOfOnePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const files = [
  ['one.png', Buffer.from(pngOfOnePixel, 'base64')],
  ['one.pdf', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')],
  ['one.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['one.exe', Buffer.from('MZ\u0090\u0000')],
  ['empty.png', Buffer.alloc(0)],
  ['..\\..\\x\u0000.png', Buffer.from(pngOfOnePixel, 'base64')],
] as const

const multipart = (random: Random, field: string) => {
  const boundary = `x${random.below(1e9)}`
  const parts = Array.from({ length: 1 + random.below(2) }, () => {
    const [name, bytes] = random.pick(files)
    const fieldName = random.chance(0.9) ? field : 'other'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${fieldName}"; filename="${name}"\r\n\r\n`
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
  })
  const end = Buffer.from(random.chance(0.95) ? `--${boundary}--\r\n` : '')
  return { type: `multipart/form-data; boundary=${boundary}`, payload: Buffer.concat([...parts, end]) }
}

/** Logs all actors in. Repeated from time to time, since some calls end the caller's session or account. */
const enter = async (api: TestApi, passwordHash: string): Promise<(Actor | null)[]> => {
  await buildSender(api)
  const everything = allScopes(api.kernel)
  const [owner, person, company, staff] = [
    await api.actor(everything, { rank: 100, passwordHash }),
    await api.actor([], { passwordHash }),
    await api.actor([], { kind: 'COMPANY', passwordHash }),
    await api.actor(
      everything.filter((_, index) => index % 2 === 0),
      { passwordHash },
    ),
  ]
  return [owner, owner, owner, owner, person, company, staff, null]
}

type Response = Awaited<ReturnType<TestApi['request']>>
type Judge = (route: RouteDeclaration, url: string, body: unknown, response: Response) => void

/** Creates records of every kind from the modules' samples: otherwise almost every id would be unknown. */
const stock = async (api: TestApi, owner: Actor, judge: Judge): Promise<void> => {
  const account = { username: 'owner', name: 'owner', level: 'owner', rank: 100, scopes: allScopes(api.kernel) }
  const context = new Context(api.services, { ...publicScope('ko'), principal: { ...owner, ...account } })
  for (const [module, samples] of await readSamples())
    for (const [name, make] of Object.entries(samples)) {
      const { route } = api.kernel.routes.find((one) => one.name === name && isOf(api, module, one.route)) ?? {}
      // These routes end the session or the account, or change its permissions.
      if (!route || /withdraw|password|sessions/.test(route.path)) continue
      const { params = {}, body } = await make(context)
      const url = route.path.replace(/\{(\w+)\}/g, (_, key) => params[key] ?? 'none')
      judge(route, url, body, await api.request(sentBy(owner, { method: route.method, url, body })))
    }
}

const isOf = (api: TestApi, module: string, route: RouteDeclaration): boolean =>
  api.services.modules.some(({ name, contract }) => name === module && Object.values(contract).includes(route))

export interface Fault {
  /** The request, to reproduce it. */
  request: string
  reason: string
}

export interface Outcome {
  requests: number
  faults: Fault[]
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** Number of operations that succeeded at least once. */
  reached: number
  operations: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Number of initial valid calls of each operation by permitted actors: their answers supply ids for other calls. */
const rounds = 6

/** Requests sent concurrently. */
const maxConcurrent = 8

/** Collection of a path: `boards` of `/api/console/boards/{id}/draft`. */
const areaOf = (path: string): string => path.split('/{')[0]?.split('/').at(-1) ?? ''

const targetOf = (
  operation: Operation,
  random: Random,
  maker: ValueMaker,
  answerValues: AnswerValues,
  aim: Aim,
): string => {
  const query = new URLSearchParams()
  let { path } = operation
  for (const { name, in: place, required, schema } of operation.parameters) {
    const area = operation.path.split('/').at(-2) ?? ''
    const value = () =>
      (random.chance(0.3) && answerValues.pick(random, `${area}.${name}`)) || maker.generate(random, schema, aim, name)
    if (place === 'path') {
      const text = String(value()).toWellFormed()
      path = path.replace(`{${name}}`, encodeURIComponent(text === '' || text === '.' || text === '..' ? 'x' : text))
    } else if (required || random.chance(0.25)) query.append(name, String(value()).toWellFormed())
  }
  if (aim !== 'valid' && random.chance(0.05)) query.append(random.pick(['surprise', 'page', '__proto__']), 'x')
  return query.size > 0 ? `${path}?${query}` : path
}

/**
 * Sends random requests derived from the OpenAPI document and checks every answer against it: the status must be
 * documented, the body must match the schema, and no answer may be a server fault. A seed repeats the same requests in
 * the same order.
 */
export const fuzzApi = async (api: TestApi, { seed, count }: { seed: number; count: number }): Promise<Outcome> => {
  const random = randomFrom(seed)
  const document = (await api.request({ url: '/api/openapi.json' })).json<Document>()
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const answerValues = new AnswerValues()
  const maker = new ValueMaker(document.components.schemas, answerValues)
  const operations = operationsOf(document)
  const outcome: Outcome = { requests: 0, faults: [], statuses: new Map(), reached: 0, operations: operations.length }
  const reached = new Set<Operation>()
  /** Remembers ids of lists and of created records for paths of the same collection. */
  const learn = (path: string, answer: object) => {
    answerValues.learn(answer)
    const area = areaOf(path)
    for (const part of Object.values(answer) as unknown[])
      for (const one of (Array.isArray(part) ? part.slice(0, 10) : [part]) as ({ _id?: unknown } | null)[])
        answerValues.learn(one?._id ?? null, `${area}.id`)
  }
  const aims: Aim[] = ['valid', 'valid', 'near', 'hostile']
  const passwordHash = await hashPassword('a sentence of several words')
  let actors = await enter(api, passwordHash)
  const validatorOf = ({ method, path }: Operation, status: number, { $ref }: { $ref?: string }) => {
    const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
    const answer = $ref ? $ref.slice(1) : `/paths/${escaped}/${method.toLowerCase()}/responses/${status}`
    const pointer = `api#${answer}/content/application~1json/schema`
    return ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer })
  }

  /** Returns how an answer violates the document; null if it conforms. */
  const wrongIn = (operation: Operation, response: Response): string | null => {
    const { statusCode } = response
    if (statusCode >= 500) return 'a fault of the server'
    const declared = operation.responses[String(statusCode)]
    if (!declared) return 'a status that the document does not list'
    if (statusCode === 204) {
      reached.add(operation)
      return response.body === '' ? null : 'a body of nothing'
    }
    if (!String(response.headers['content-type']).startsWith('application/json')) return 'not JSON'
    const answer = response.json<unknown>()
    const validate = validatorOf(operation, statusCode, declared)
    if (!validate(answer)) return ajv.errorsText(validate.errors)
    if (statusCode < 300) {
      reached.add(operation)
      learn(operation.path, answer as object)
    }
    return null
  }
  const judge = (operation: Operation, response: Response, sent: string): void => {
    const problem = wrongIn(operation, response)
    if (problem === null) return
    outcome.faults.push({
      request: sent,
      reason: `${response.statusCode}: ${problem} — ${response.body.slice(0, 500)}`,
    })
  }

  /** The writable fields of the stored record: a random body never has the right `updatedAt`. */
  const sentBack = async (url: string, schema: Schema, body: unknown, actor: Actor | null): Promise<unknown> => {
    const found = await api.request(sentBy(actor, { method: 'GET', url }))
    if (found.statusCode !== 200) return body
    const [record] = Object.values(found.json<Record<string, unknown>>())
    const fields = Object.keys((schema.properties as Schema | undefined) ?? {})
    return isRecord(record)
      ? Object.fromEntries(fields.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
      : body
  }

  const send = async (operation: Operation, turn: number): Promise<void> => {
    const isRound = turn < operations.length * rounds
    const aim = isRound ? 'valid' : random.pick(aims)
    const actor = random.pick(isRound ? actors.slice(0, 6) : actors)
    const { method, body: schema, upload } = operation
    const url = targetOf(operation, random, maker, answerValues, aim)
    const body = schema ? maker.generate(random, schema, aim) : undefined
    const value = isRound && method === 'PUT' && schema ? await sentBack(url, schema, body, actor) : body
    const sentForm = upload && random.chance(0.9) ? multipart(random, upload.field) : null
    const headers: Record<string, string> = {
      ...(random.chance(0.2) && { 'accept-language': random.pick(['ko', 'en', 'zh-CN', '*', 'xx;q=9']) }),
      ...(random.chance(0.05) && method !== 'GET' && { 'idempotency-key': `key-${random.below(50)}` }),
      ...(random.chance(0.05) && { 'if-match': random.pick(['"x"', '*', '"2026-01-01T00:00:00.000Z"']) }),
      ...(operation.path === '/api/auth/refreshToken' && method === 'GET' && { authorization: 'Basic YTpi' }),
      ...(sentForm && { 'content-type': sentForm.type }),
    }
    const options = sentBy(actor, { method, url, headers, ...(value !== undefined && { body: value }) })
    const remoteAddress = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
    const response = await api.request({ ...options, ...(sentForm && { payload: sentForm.payload }), remoteAddress })
    outcome.requests += 1
    outcome.statuses.set(response.statusCode, (outcome.statuses.get(response.statusCode) ?? 0) + 1)
    judge(
      operation,
      response,
      `${method} ${url} ${JSON.stringify(value)?.slice(0, 1500) ?? sentForm?.payload.toString('latin1') ?? ''}`,
    )
  }

  const [owner] = actors
  if (owner) {
    await stock(api, owner, ({ method, path }, url, body, response) => {
      const operation = operations.find((one) => one.method === method && one.path === path)
      if (operation) judge(operation, response, `${method} ${url} ${JSON.stringify(body)}`)
    })
    for (const { method, path } of operations) {
      if (method !== 'GET' || path.includes('{') || path.startsWith('/api/auth')) continue
      learn(path, (await api.request(sentBy(owner, { method, url: path }))).json<object>())
    }
  }

  for (let turn = 0; turn < count; turn += maxConcurrent) {
    if (turn % 400 === 0 && turn > 0) {
      await buildSetting(api.context)
      actors = await enter(api, passwordHash)
    }
    const chosen = Array.from(
      { length: Math.min(maxConcurrent, count - turn) },
      (_, index) =>
        (turn + index < operations.length * rounds && operations[(turn + index) % operations.length]) ||
        random.pick(operations),
    )
    // Every upload stores a file, so replace most of them after the initial rounds.
    const kept = chosen.map((operation) =>
      operation.upload && turn >= operations.length * rounds && random.chance(0.8)
        ? random.pick(operations)
        : operation,
    )
    await Promise.all(kept.map((operation, index) => send(operation, turn + index)))
  }
  outcome.reached = reached.size
  return outcome
}
