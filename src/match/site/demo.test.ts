// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAssets } from '#kit/files/assets.ts'
import { cleanHtml } from '#kit/text/html.ts'
import { FairInput } from '#match/fairs/contract.ts'
import { fairs } from '#match/fairs/table.ts'
import { seed as fillMatchings } from '#match/matchings/demo.ts'
import { participationStates } from '#match/participants/rules.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { ProductInput } from '#match/products/contract.ts'
import { fairProducts, matchProducts } from '#match/products/table.ts'
import { programmeEntries } from '#match/programmes/table.ts'
import { companies } from '#people/companies/table.ts'
import { buildJoining } from '#people/joining/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { seed } from './demo.ts'

const read = async ({ services: { database } }: TestApi) => ({
  fairs: await database.select().from(fairs),
  profiles: await database.select().from(matchProfiles),
  companies: await database.select().from(companies),
  parts: await database.select().from(participations),
  products: await database.select().from(matchProducts),
  shown: await database.select().from(fairProducts),
  entries: await database.select().from(programmeEntries),
})

const api = prepareTestApi()
let found: Awaited<ReturnType<typeof read>>
beforeAll(async () => {
  await buildJoining(api.context)
  const seeding = { accounts: [], isDemo: true, scopes: new Map() }
  // One transaction, as in `src/demo.ts`.
  await api.context.transaction(async (within) => {
    await fillMatchings(within, seeding)
    await seed(within, seeding)
  })
  found = await read(api)
})

const locales = ['ko', 'en', 'cn'] as const
type Text = Partial<Record<(typeof locales)[number], string>>

/** Returns sentences that occur more than once, in any language. */
const repeated = (texts: readonly Text[]): string[] => {
  const sentences = texts.flatMap((text) =>
    Object.values(text).flatMap((words) => words.split(/(?<=[.。])\s*(?=\D|$)/).filter(Boolean)),
  )
  return sentences.filter((sentence, index) => sentences.indexOf(sentence) < index)
}

describe('the demonstration data of Match', () => {
  it('has 40 sellers, 30 buyers from at least eight countries, and 80 products', () => {
    const sellers = found.profiles.filter(({ role }) => role === 'seller')
    const buyers = found.profiles.filter(({ role }) => role === 'buyer')
    expect([sellers.length, buyers.length, found.products.length]).toEqual([40, 30, 80])
    expect(new Set(buyers.map(({ country }) => country)).size).toBeGreaterThanOrEqual(8)
    for (const { id } of sellers) expect(found.products.some(({ profileId }) => profileId === id)).toBe(true)
  })

  it('has award and rookie selections over at least three years', () => {
    const years = (programme: string) =>
      new Set(found.entries.filter((entry) => entry.programme === programme).map(({ year }) => year))
    for (const programme of ['award', 'rookie']) expect(years(programme).size).toBeGreaterThanOrEqual(3)
    const numberOf = new Map(found.companies.map(({ id, businessNumber }) => [id, businessNumber]))
    const companyOf = new Map(found.profiles.map(({ id, companyId }) => [id, companyId]))
    for (const { profileId, certificate, year, name } of found.products)
      expect(
        found.entries.some(
          (entry) =>
            entry.programme === certificate &&
            entry.year === year &&
            entry.businessNumber === numberOf.get(companyOf.get(profileId) ?? ''),
        ),
        name.ko,
      ).toBe(true)
  })

  it('has every text in three languages and repeats no sentence', () => {
    const names = new Map(found.companies.map(({ id, name }) => [id, name]))
    const introductions = found.profiles.map(({ introduction }) => introduction)
    const texts = found.products.flatMap(({ ingredients, color, features, method }) => [
      ingredients,
      color,
      features,
      method,
    ])
    const every: Text[] = [
      ...found.fairs.flatMap(({ title, summary, body, venue }) => [title, summary, body, venue]),
      // The Korean name is stored in the company record.
      ...found.profiles.map(({ companyId, names: others }) => ({ ...others, ko: names.get(companyId) ?? '' })),
      ...introductions,
      ...found.products.map(({ name }) => name),
      ...texts,
    ]
    for (const text of every) for (const locale of locales) expect(text[locale], JSON.stringify(text)).toBeTruthy()
    expect(repeated(introductions)).toEqual([])
    expect(repeated(texts)).toEqual([])
    for (const locale of locales)
      expect(new Set(found.products.map(({ name }) => name[locale])).size, locale).toBe(found.products.length)
  })

  it('has complete products that satisfy the contract, with existing pictures', async () => {
    const pictures = new Set(
      (await readAssets()).flatMap(({ _id, name, kind }) =>
        kind === 'picture' && name.startsWith('products/') ? [_id] : [],
      ),
    )
    for (const {
      id: _id,
      profileId: _profile,
      createdAt: _created,
      updatedAt: _updated,
      ...product
    } of found.products) {
      expect(Object.values(product), product.name.ko).not.toContain(null)
      ProductInput.parse(product)
      expect((product.releaseDate ?? '') < (product.awardDate ?? ''), product.name.ko).toBe(true)
      expect(product.size).not.toBe('')
      expect(product.pictures.length, product.name.ko).toBeGreaterThan(0)
      for (const picture of product.pictures) expect([...pictures], product.name.ko).toContain(picture)
    }
    for (const { id } of found.profiles) {
      const first = found.products.filter(({ profileId }) => profileId === id).map((product) => product.pictures[0])
      expect(new Set(first).size, 'pictures of one company').toBe(first.length)
    }
  })

  it('shows every product in a fair and includes every participation state', () => {
    const approved = new Set(
      found.parts.filter(({ state }) => state === 'approved').map((part) => `${part.fairId} ${part.profileId}`),
    )
    for (const { id, name } of found.products)
      expect(
        found.shown.some((one) => one.productId === id && approved.has(`${one.fairId} ${one.profileId}`)),
        name.ko,
      ).toBe(true)
    expect(new Set(found.parts.map(({ state }) => state))).toEqual(new Set(participationStates))
    for (const { state, reason } of found.parts) expect(reason !== '').toBe(['asked', 'refused'].includes(state))
  })

  it('has fair guides in clean HTML within the length limits', async () => {
    const guides = await api.services.database.select().from(fairs).where(eq(fairs.visible, true))
    expect(guides).toHaveLength(5)
    for (const { summary, body } of guides) {
      FairInput.shape.summary.parse(summary)
      FairInput.shape.body.parse(body)
      for (const html of Object.values(body)) expect(cleanHtml(html)).toBe(html)
    }
  })

  it('is indexed by the search', async () => {
    const { database } = api.services
    const indexed = await database.execute<{ kind: string; records: number; entries: number }>(sql`
      SELECT kind, count(DISTINCT record_id)::int AS records, count(*)::int AS entries FROM search_entries
      WHERE kind IN ('product', 'seller') GROUP BY kind ORDER BY kind`)
    expect(indexed.rows).toEqual([
      { kind: 'product', records: 80, entries: 240 },
      { kind: 'seller', records: 40, entries: 120 },
    ])
  })
})
