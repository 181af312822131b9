import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BannerInput } from '#content/banners/contract.ts'
import { demoBanners } from '#content/banners/demo.ts'
import { PostInput } from '#content/boards/contract.ts'
import { demoBoards, demoPosts } from '#content/boards/demo.ts'
import { getEffectiveState } from '#content/boards/rules.ts'
import { demoComments } from '#content/comments/demo.ts'
import { maxCommentLength } from '#content/comments/rules.ts'
import { SectionInput } from '#content/pages/contract.ts'
import { demoPages, demoSections } from '#content/pages/demo.ts'
import { PopupInput, PopupSkin } from '#content/popups/contract.ts'
import { demoPopups } from '#content/popups/demo.ts'
import { consultForm, demoRequests } from '#firm/forms/demo.ts'
import { formStates } from '#firm/forms/rules.ts'
import { createAnswersSchema } from '#firm/forms/submission/contract-fields.ts'
import { LawyerInput } from '#firm/lawyers/contract.ts'
import { demoLawyers } from '#firm/lawyers/demo.ts'
import { OfficeInput } from '#firm/offices/contract.ts'
import { demoOffices } from '#firm/offices/demo.ts'
import { PracticeInput } from '#firm/practices/contract.ts'
import { demoPracticeDraft, demoPractices } from '#firm/practices/demo.ts'
import { assetId, readAssets } from '#kit/files/assets.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import { cleanHtml, cleanInline, plainText } from '#kit/text/html.ts'
import { demoLevels } from '#people/levels/demo.ts'
import { TermsInput } from '#people/terms/contract.ts'
import { demoTerms } from '#people/terms/demo.ts'
import { demoUsers } from '#people/users/demo.ts'
import { SettingInput } from '#platform/settings/contract.ts'
import { demoSetting } from '#platform/settings/demo.ts'

const now = new Date('2026-11-21T03:00:00Z')
const assets = await readAssets()
const posts = await demoPosts(now)
const offices = await demoOffices()
const lawyers = await demoLawyers()
const practiceRecords = await demoPractices()
const practiceDrafts = practiceRecords.filter(({ key }) => key === 'maintenance').map(demoPracticeDraft)
const pages = await demoPages()
const terms = await demoTerms()
const projects = posts.filter(({ code }) => code === 'project')
const stories = posts.filter(({ code }) => code === 'news')
const popups = demoPopups(now)
const banners = demoBanners(now)
const everything = {
  demoSetting,
  offices,
  practiceRecords,
  practiceDrafts,
  demoSections,
  pages,
  terms,
  lawyers,
  popups,
  banners,
  posts,
  demoBoards,
  demoComments,
}

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(strings) : []
}
const slugs = (list: typeof posts) => list.map(({ slug }) => slug)

describe('the demonstration', () => {
  it('fits the contracts', () => {
    SettingInput.parse(demoSetting)
    z.array(OfficeInput).parse(offices)
    z.array(PracticeInput).parse(practiceRecords)
    z.array(TermsInput).parse(terms)
    z.array(SectionInput).parse(demoSections)
    z.array(LawyerInput).parse(lawyers)
    z.array(PopupInput).parse(popups)
    z.array(BannerInput).parse(banners)
    z.array(PostInput).parse(posts)
  })

  it('has comments by its accounts on stories that allow them, some hidden', () => {
    const open = posts.filter(
      ({ code, comments }) => comments && demoBoards.some((each) => each.code === code && each.comments),
    )
    const remarks = demoComments.flatMap(({ replies = [], ...remark }) => [remark, ...replies])
    expect(remarks.some(({ hidden }) => hidden)).toBe(true)
    expect(remarks.some(({ hidden }) => !hidden)).toBe(true)
    for (const { story } of demoComments) expect(slugs(open)).toContain(story)
    for (const { by, body } of remarks) {
      expect(body.length).toBeLessThanOrEqual(maxCommentLength)
      if (by) expect(demoUsers.map(({ username }) => username)).toContain(by)
    }
  })

  it('has requests in all states, each valid for its form', () => {
    const requests = demoRequests()
    expect(new Set(requests.map(({ state }) => state))).toEqual(new Set(formStates))
    const practices = practiceRecords.map(({ key }) => key)
    for (const { answers } of requests) expect([...practices, 'other']).toContain(answers.practice)
    // Optional answers default to ''.
    for (const { answers } of requests)
      expect(createAnswersSchema(consultForm.fields).parse(answers)).toEqual({
        inspected: '',
        ...answers,
        phone: normalizePhone(answers.phone ?? ''),
      })
    for (const { asset } of requests.flatMap(({ pictures }) => pictures))
      expect(assets.map(({ name }) => name)).toContain(asset)
    for (const { answer, answers, state } of requests) if (answer) expect([answers.email, state]).not.toContain('')
  })

  it('has records of every kind that screens show', () => {
    for (const records of [offices, practiceRecords, lawyers, banners, projects, stories])
      expect(records.length).toBeGreaterThan(0)
    expect(lawyers.filter(({ representative }) => representative)).toHaveLength(1)
    expect(lawyers.some(({ ceo }) => ceo)).toBe(true)
    const kinds = new Set(demoSections.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(SectionInput.shape.kind.options.filter((kind) => kind !== 'blocks')))
    for (const { kind, items } of demoSections)
      if (kind === 'business' || kind === 'values') expect(items.length, kind).toBeGreaterThan(0)
    expect(new Set(popups.map(({ skin }) => skin))).toEqual(new Set(PopupSkin.options))
  })

  it('refers only to existing records', () => {
    const places = new Set(offices.map(({ key }) => key))
    const practices = new Set(practiceRecords.map(({ key }) => key))
    for (const lawyer of lawyers) {
      expect(places).toContain(lawyer.office)
      for (const practice of lawyer.practices) expect(practices, lawyer.key).toContain(practice)
      for (const slug of lawyer.stories) expect(slugs(stories), lawyer.key).toContain(slug)
    }
    const categories = new Map(demoBoards.map(({ code, categories }) => [code, categories.map(({ key }) => key)]))
    for (const post of posts) expect(categories.get(post.code), `${post.slug}`).toContain(post.category)
    expect(new Set(slugs(posts)).size).toBe(posts.length)
    const links = [...popups, ...banners].flatMap(({ link }) => /^\/story\/(.+)$/.exec(link ?? '')?.[1] ?? [])
    for (const slug of links) expect(slugs(stories)).toContain(slug)
    const levels = demoLevels.map(({ key }) => key)
    for (const user of demoUsers) expect(levels).toContain(user.level)
    expect([...new Set(demoUsers.map(({ level }) => level))]).toEqual(levels)
  })
})

describe('its people and offices', () => {
  it('have detailed profiles, equal in every language', () => {
    for (const { key, info, comment, stories: written } of lawyers) {
      const depth = (groups = info.ko) => groups.map(({ infoDetail }) => infoDetail.length)
      expect(Math.min(...depth()), key).toBeGreaterThanOrEqual(1)
      expect(depth(info.en), key).toEqual(depth())
      expect(depth(info.cn), key).toEqual(depth())
      expect(Object.keys(comment), key).toEqual(['ko', 'en', 'cn'])
      expect(new Set(written).size, key).toBe(written.length)
    }
    for (const { representative, greeting } of lawyers)
      expect(Object.keys(greeting)).toEqual(representative ? ['ko', 'en', 'cn'] : [])
  })

  it('have a map with the building, labeled in every language', () => {
    for (const { key, map, opening } of offices) {
      expect(
        map?.filter(({ kind }) => kind === 'office'),
        key,
      ).toHaveLength(1)
      for (const { name } of map ?? []) expect(['', 'ko,en,cn']).toContain(Object.keys(name ?? {}).join())
      expect(opening).not.toEqual([])
    }
  })
})

describe('its practices', () => {
  const blocksOf = (kind: string) =>
    practiceRecords.map(({ key, blocks }) => ({ key, found: blocks.filter((block) => block.kind === kind) }))

  it('describe audience, steps with documents, results and questions', () => {
    for (const kind of ['list', 'steps', 'gains', 'questions', 'projects', 'people', 'call'])
      for (const { key, found } of blocksOf(kind)) expect(found.length, `${key} ${kind}`).toBeGreaterThan(0)
    for (const { key, blocks } of practiceRecords)
      for (const block of blocks) {
        if (block.kind === 'questions') {
          expect(block.items.length, key).toBeGreaterThan(0)
          for (const { title, text } of block.items) expect([title.en, text.en], title.ko).not.toContain(undefined)
        }
        if (block.kind === 'steps')
          for (const { papers, time } of block.items) expect(papers.ko && time.ko, key).toBeTruthy()
        expect(Object.keys(block.title), `${key} ${block.anchor}`).toEqual(['ko', 'en', 'cn'])
      }
  })

  it('have unique anchors and ascending years', () => {
    for (const { key, blocks } of practiceRecords) {
      const anchors = blocks.map(({ anchor }) => anchor)
      expect(new Set(anchors).size, key).toBe(anchors.length)
      for (const block of blocks) {
        if (block.kind !== 'years') continue
        const years = block.items.map(({ years }) => years)
        expect(years, key).toEqual(years.toSorted((one, other) => one - other))
      }
    }
  })

  it('have terms of use and a privacy policy, in Korean and English', () => {
    for (const code of ['privacy', 'service']) expect(terms.map((each) => each.code)).toContain(code)
    for (const { body, code } of terms) expect([body.ko, body.en], code).not.toContain(undefined)
  })
})

describe('its texts', () => {
  it('have a minimum length', () => {
    for (const { slug, texts } of posts)
      for (const text of Object.values(texts)) {
        expect(text.subject, `${slug}`).not.toBe('')
        expect(plainText(text.body).length, `${slug}`).toBeGreaterThan(100)
      }
  })

  it('are in three languages', () => {
    for (const { slug, texts } of projects) {
      expect(texts.en?.body, `${slug}`).toBeTruthy()
      expect(texts.cn?.body, `${slug}`).toBeTruthy()
      expect(texts.ko.facts.result, `${slug}`).toBeTruthy()
    }
    for (const { slug, texts } of stories) expect(texts.en?.body, `${slug}`).toBeTruthy()
    // A translation is never published before its original.
    for (const { slug, texts } of stories)
      if (texts.ko.state !== 'published') expect(texts.en?.state, `${slug}`).toBe(texts.ko.state)
    expect(stories.some(({ texts }) => texts.cn)).toBe(true)
    for (const { title, comment, info } of lawyers) {
      expect(Object.keys(title)).toEqual(['ko', 'en', 'cn'])
      expect(Object.keys(comment)).toEqual(['ko', 'en', 'cn'])
      expect(info.en?.map(({ infoDetail }) => infoDetail.length)).toEqual(
        info.ko.map(({ infoDetail }) => infoDetail.length),
      )
    }
  })

  it('are unchanged by the sanitizer', () => {
    for (const { slug, texts } of posts)
      for (const text of Object.values(texts))
        expect(cleanHtml(text.body).replaceAll(' />', '>'), `${slug}`).toBe(text.body)
    for (const html of [...lawyers.map(({ comment }) => comment), ...demoSections.flatMap(({ items }) => items ?? [])])
      for (const text of strings(html)) expect(cleanInline(text).replaceAll(' />', '>')).toBe(text)
  })

  it('follow the rules of lawyer advertising', async () => {
    const documents = join(import.meta.dirname, '../../assets/documents')
    const sheets = (await readdir(documents)).filter((name) => name.endsWith('.html'))
    const texts = [
      ...strings(everything),
      ...(await Promise.all(sheets.map((name) => readFile(join(documents, name), 'utf8')))),
    ]
    // Law schools, trades and committees have 전문 in their names; lawyers must not call themselves so.
    const forbidden =
      /최고(?!층|한도)|유일|승소율|무료|전문(?!대학원|건설|공사|위원|업체|업자|기관|관리업)|\b(?:success rate|free of charge|specialist|best law)|最佳|唯一|胜诉率|免费|专家律师/
    expect(texts.filter((text) => forbidden.test(text)).map((text) => forbidden.exec(text)?.[0])).toEqual([])
  })

  it('show every state of a post and nothing from the future at any load time', async () => {
    const states = stories.map(({ texts }) => getEffectiveState(texts.ko, now))
    expect(new Set(states)).toEqual(new Set(['draft', 'published', 'scheduled', 'ended', 'hidden']))
    const early = new Date('2025-02-03T00:00:00Z')
    const scheduled = (await demoPosts(early)).filter(({ texts }) => getEffectiveState(texts.ko, early) === 'scheduled')
    expect(scheduled).toHaveLength(states.filter((state) => state === 'scheduled').length)
  })
})

describe('its pictures', () => {
  it('exist in two formats, within 40 MB', async () => {
    await Promise.all(assets.flatMap(({ files }) => files.map(({ path }) => access(path))))
    expect(assets.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40 * 1024 * 1024)
    for (const asset of assets) if (asset.kind === 'picture') expect(asset.files).toHaveLength(asset.widths.length * 2)
  })

  it('give every project a gallery and equal facts in every language, and some stories downloads', () => {
    const pictures = new Set(assets.flatMap(({ kind, _id }) => (kind === 'picture' ? [_id] : [])))
    for (const { slug, files, texts } of projects) {
      expect(files.filter((id) => pictures.has(id)).length, `${slug}`).toBeGreaterThan(1)
      const filled = (text = texts.ko) => Object.entries(text.facts).flatMap(([fact, value]) => (value ? [fact] : []))
      for (const text of Object.values(texts)) expect(filled(text), `${slug}`).toEqual(filled())
    }
    expect(stories.some(({ files }) => files.some((id) => !pictures.has(id)))).toBe(true)
  })

  it('have the same ids in every installation', () => {
    expect(assetId('business/building')).toBe('0e0d4870-0c79-56eb-adce-69bee11b4e39')
    expect(new Set(assets.map(({ _id }) => _id)).size).toBe(assets.length)
  })

  it('are exactly those that records and texts use', () => {
    const stored = new Map(assets.map((asset) => [asset._id, asset.files.map(({ key }) => key)]))
    const named = strings(everything).filter((text) => z.uuid().safeParse(text).success)
    expect(named.length).toBeGreaterThan(0)
    for (const id of named) expect([...stored.keys()]).toContain(id)
    for (const text of strings(posts))
      for (const [, id = '', file] of text.matchAll(/src="\/files\/([^/]+)\/([^"]+)"/g))
        expect(stored.get(id), text.slice(0, 40)).toContain(file)
  })
})
