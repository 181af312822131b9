import type { Random } from './seeded-random.ts'

/** Any part of the OpenAPI document. */
export type Schema = { [key: string]: unknown }

/** How close a value is to its schema: valid, at or beyond its bounds, or hostile. */
export type Aim = 'valid' | 'near' | 'hostile'

/** Values of earlier answers by field name: existing ids, keys, codes and versions. */
export class AnswerValues {
  readonly #byName = new Map<string, string[]>()

  /** Remembers the strings of an answer that later requests may use. */
  learn(value: unknown, name = '', depth = 0): void {
    if (depth > 6 || value === null) return
    if (typeof value === 'string') {
      if (value === '' || value.length > 60) return
      const values = this.#byName.get(name) ?? []
      if (values.length === 0) this.#byName.set(name, values)
      values.push(value)
      if (values.length > 60) values.shift()
    } else if (Array.isArray(value)) for (const part of value.slice(0, 5)) this.learn(part, name, depth + 1)
    else if (typeof value === 'object')
      for (const [key, part] of Object.entries(value)) this.learn(part, key, depth + 1)
  }

  pick(random: Random, ...names: string[]): string | undefined {
    const values = names.flatMap((name) => this.#byName.get(name) ?? [])
    return values.length > 0 ? random.pick(values) : undefined
  }
}

const hostileTexts = [
  ...["'; DROP TABLE users; --", "' OR '1'='1", '$1', '{{7*7}}', '../../etc/passwd', '<img src=x onerror=alert(1)>'],
  ...['javascript:alert(1)', '//evil.example', '\\\\evil.example', '=1+1', 'a\r\nBcc: x@example.com', '__proto__'],
  ...[
    'constructor',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00\ud800',
    '\ufffe',
    '\u202e',
    '👩‍👩‍👧‍👦',
    'ㅎㅈ',
    ' ',
    '',
    '\\',
    '%_%',
    '%',
  ],
  ...['x'.repeat(3000), '0000-01-01T00:00:00.000Z', '275760-09-13T00:00:00.000Z', '2026-02-30', 'NaN', '1e999', '-0'],
]
const hostileValues = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  1e308,
  2 ** 53,
  2 ** 31,
  [],
  {},
  [[]],
  { ko: 1 },
  { $gt: '' },
  [null],
]

const hostile = (random: Random): unknown =>
  random.chance(0.6) ? random.pick(hostileTexts) : structuredClone(random.pick(hostileValues))

const words = ['대청', '하자 보수', 'apartment', '入住', 'a', '누수 ①', 'Ünïcode', '0', 'x y', '서울특별시']

const hex = '0123456789abcdef'
const digits = (random: Random, count: number, of = '0123456789') =>
  Array.from({ length: count }, () => random.pick([...of])).join('')
const uuid = (random: Random) =>
  `01900000-${digits(random, 4, hex)}-7${digits(random, 3, hex)}-8${digits(random, 3, hex)}-${digits(random, 12, hex)}`

/** Strings that match the patterns of contracts, tried in turn. */
const patterned = [
  ...['2026-01-02', 'a', 'abc', 'news', 'popup-1', 'user.name', '123456', '+821012345678', '02-123-4567', '1248100998'],
  ...['/story', 'https://example.com/', '#anchor', 'a@example.com', 'ko', '연번', '2026-000001', '09:00', '#0a7c66'],
]

const formats: Record<string, (random: Random, answerValues: AnswerValues, name: string) => string> = {
  uuid: (random, answerValues, name) =>
    (random.chance(0.8) && answerValues.pick(random, name, '_id', 'id')) || uuid(random),
  'date-time': (random, answerValues, name) =>
    (random.chance(0.7) && answerValues.pick(random, name, 'updatedAt')) ||
    new Date(
      Date.UTC(1990 + random.below(100), random.below(12), 1 + random.below(28), random.below(24)),
    ).toISOString(),
  date: (random) =>
    new Date(Date.UTC(1990 + random.below(60), random.below(12), 1 + random.below(28))).toISOString().slice(0, 10),
  email: (random) => `someone${random.below(1000)}@example.com`,
  uri: () => 'https://example.com/a',
}

/** Generates values from the schemas of a document; a seed repeats them. */
export class ValueMaker {
  readonly #definitions: Schema
  readonly #answerValues: AnswerValues

  constructor(definitions: Schema, answerValues: AnswerValues) {
    this.#definitions = definitions
    this.#answerValues = answerValues
  }

  /** Generates a value for a field with this name. */
  generate(random: Random, schema: Schema, aim: Aim, name = '', depth = 0): unknown {
    if (aim === 'hostile' && random.chance(0.12)) return hostile(random)
    const { $ref, anyOf, oneOf, allOf, type } = schema
    if (typeof $ref === 'string') {
      const found = this.#definitions[$ref.split('/').at(-1) ?? ''] as Schema
      return depth > 6 ? null : this.generate(random, found, aim, name, depth + 1)
    }
    const choices = (anyOf ?? oneOf) as Schema[] | undefined
    if (choices) return this.generate(random, random.pick(choices), aim, name, depth + 1)
    if (Array.isArray(allOf)) return this.generate(random, Object.assign({}, ...allOf), aim, name, depth + 1)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return aim === 'near' && random.chance(0.1) ? 'other' : random.pick(schema.enum)
    switch (Array.isArray(type) ? random.pick(type) : type) {
      case 'object':
        return this.#object(random, schema, aim, depth)
      case 'array':
        return this.#array(random, schema, aim, name, depth)
      case 'string':
        return this.#text(random, schema, aim, name)
      case 'integer':
      case 'number':
        return this.#number(random, schema, aim)
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      default:
        return random.pick<unknown>([random.pick(words), 1, null, { type: 'doc', content: [] }])
    }
  }

  #object(random: Random, schema: Schema, aim: Aim, depth: number): Record<string, unknown> {
    const required = (schema.required ?? []) as string[]
    const record: Record<string, unknown> = {}
    for (const [key, part] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      const isAsked = required.includes(key)
      const isLeftOut = isAsked ? aim !== 'valid' && random.chance(0.03) : random.chance(depth > 3 ? 0.8 : 0.4)
      if (!isLeftOut) record[key] = this.generate(random, part, aim, key, depth + 1)
    }
    const { additionalProperties: others } = schema
    if (others && typeof others === 'object')
      for (let count = random.below(3); count > 0; count -= 1)
        record[random.pick(['ko', 'en', 'x', 'a b'])] = this.generate(random, others as Schema, aim, '', depth + 1)
    if (aim !== 'valid' && random.chance(0.05))
      record[random.pick(['surprise', '_id', 'level', 'scope', 'constructor', 'toString'])] = hostile(random)
    return record
  }

  #array(random: Random, schema: Schema, aim: Aim, name: string, depth: number): unknown[] {
    const {
      minItems = 0,
      maxItems = 4,
      items = {},
      prefixItems,
    } = schema as { minItems?: number; maxItems?: number; items?: Schema | false; prefixItems?: Schema[] }
    // A tuple has one schema per position and no further items.
    if (prefixItems) {
      const values = prefixItems.map((each) => this.generate(random, each, aim, name, depth + 1))
      return aim === 'near' && random.chance(0.1) ? values.slice(0, random.below(values.length)) : values
    }
    const isBeyond = aim === 'near' && random.chance(0.1)
    const maxLength = Math.min(maxItems, depth > 4 ? minItems : 4)
    const length = isBeyond
      ? Math.min(maxItems + 1, 300)
      : minItems + random.below(Math.max(1, maxLength - minItems + 1))
    return Array.from({ length }, () => this.generate(random, items || {}, aim, name, depth + 1))
  }

  #text(random: Random, schema: Schema, aim: Aim, name: string): string {
    const {
      minLength = 0,
      maxLength = 40,
      format,
      pattern,
    } = schema as { [key: string]: string } & {
      minLength?: number
      maxLength?: number
    }
    if (aim === 'near' && random.chance(0.15))
      return random.pick([
        '',
        'x'.repeat(Math.min(maxLength + 1, 20_000)),
        'x'.repeat(Math.min(maxLength, 20_000)),
        ' ',
        '\u0000',
      ])
    const makeFormatted = format && formats[format]
    if (makeFormatted) return makeFormatted(random, this.#answerValues, name)
    const remembered = random.chance(0.4) && this.#answerValues.pick(random, name)
    if (remembered) return remembered
    if (pattern) {
      const fits = new RegExp(pattern, 'u')
      const candidates = [...patterned, digits(random, 6), `k${random.below(1e6)}`].filter((text) => fits.test(text))
      if (candidates.length > 0) return random.pick(candidates)
    }
    const text = `${random.pick(words)}${random.below(10_000)}`
    return text.padEnd(minLength, 'x').slice(0, Math.max(maxLength, minLength))
  }

  #number(random: Random, schema: Schema, aim: Aim): number {
    const low = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0)
    const high = Number(schema.maximum ?? schema.exclusiveMaximum ?? low + 1000)
    if (aim === 'near' && random.chance(0.3))
      return random.pick([low - 1, high + 1, low, high, low + 0.5, 2 ** 31, 2 ** 53, -1])
    return low + random.below(Math.max(1, Math.min(high - low, 1_000_000)))
  }
}
