import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { negotiateLocale, shownLocale, textIn } from './i18n.ts'
import { locales } from './locale.ts'
import { localize } from './server/localize.ts'

describe('the language of a request', () => {
  it.each([
    [undefined, 'ko'],
    ['', 'ko'],
    ['ko', 'ko'],
    ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['en', 'en'],
    ['en-GB,en;q=0.9,ko;q=0.8', 'en'],
    ['zh', 'cn'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'cn'],
    ['zh-Hant-TW', 'cn'],
    ['cn', 'cn'],
    ['ZH-hans', 'cn'],
    ['fr,de;q=0.9', 'ko'],
    ['fr,en;q=0.2', 'en'],
    ['en;q=0.1,zh;q=0.9', 'cn'],
    ['en;q=0,zh;q=0.1', 'cn'],
    ['en;q=0', 'ko'],
    ['en;q=oops,zh', 'cn'],
    ['*', 'ko'],
    ['english', 'ko'],
    ['en;level=1;q=0.3, ko;q=0.2', 'en'],
    [';;;,,,;q=1', 'ko'],
  ])('of %j is %s', (header, locale) => expect(negotiateLocale(header)).toBe(locale))

  it('is always one of ours, whatever is sent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => locales.includes(negotiateLocale(header))))
  })
})

const text = fc.record({ ko: fc.string(), en: fc.string(), cn: fc.string() }, { requiredKeys: [] })

describe('a record', () => {
  it('is shown in the language asked for when every text has it, else in Korean', () => {
    const both = { ko: '제목', en: 'Title' }
    expect(localize('en', { title: both, lead: {} })).toEqual({ title: 'Title', lead: '', lang: 'en' })
    expect(localize('en', { title: both, lead: { ko: '한 줄' } })).toEqual({ title: '제목', lead: '한 줄', lang: 'ko' })
    expect(localize('cn', { title: both })).toEqual({ title: '제목', lang: 'ko' })
    expect(localize('en', { title: null, lead: undefined })).toEqual({ title: '', lead: '', lang: 'ko' })
  })

  it('is never shown in two languages', () => {
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.array(text, { maxLength: 5 }), (asked, texts) => {
        const lang = shownLocale(asked, texts)
        if (lang !== 'ko' && lang !== asked) return false
        // In another language nothing that is shown in Korean is missing, and nothing Korean is shown.
        return lang === 'ko' || texts.every((one) => (one.ko ? textIn(lang, one) === one[lang] : true))
      }),
    )
  })
})
