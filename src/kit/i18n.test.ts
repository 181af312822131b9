import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLocale, textIn } from './i18n.ts'
import { locales } from './locale.ts'
import { localize } from './server/records/localize.ts'

const text = fc.record({ ko: fc.string(), en: fc.string(), cn: fc.string() }, { requiredKeys: [] })

describe('a record', () => {
  it('is shown in the requested language if every text has it, else in Korean', () => {
    const both = { ko: '제목', en: 'Title' }
    expect(localize('en', { title: both, lead: {} })).toEqual({ title: 'Title', lead: '', lang: 'en' })
    expect(localize('en', { title: both, lead: { ko: '한 줄' } })).toEqual({ title: '제목', lead: '한 줄', lang: 'ko' })
    expect(localize('cn', { title: both })).toEqual({ title: '제목', lang: 'ko' })
    expect(localize('en', { title: null, lead: undefined })).toEqual({ title: '', lead: '', lang: 'ko' })
  })

  it('is never shown in two languages', () => {
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.array(text, { maxLength: 5 }), (requested, texts) => {
        const lang = chooseLocale(requested, texts)
        if (lang !== 'ko' && lang !== requested) return false
        // Another language is shown only if every Korean text has a translation, and then without any Korean.
        return lang === 'ko' || texts.every((one) => (one.ko ? textIn(lang, one) === one[lang] : true))
      }),
    )
  })
})
