import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { crud, Link, locales, localized } from './contract.ts'
import { type RefusalCode, refusals } from './errors.ts'
import { fieldMessage, issueMessage, issuePaths } from './issue-messages.ts'
import { refusalMessage } from './server/http/render-error.ts'

const Everything = z.strictObject({
  text: z.string().min(3).max(5),
  required: z.string().min(1),
  amount: z.number().int().min(1).max(9),
  list: z.array(z.string()).min(1).max(1),
  choice: z.enum(['a', 'b']),
  email: z.email(),
  moment: z.iso.datetime(),
  id: z.uuid(),
  link: Link,
  title: localized(10),
})

const wrong = [
  {
    text: 'ab',
    required: '',
    amount: 0,
    list: [],
    choice: 'c',
    email: 'x',
    moment: 'y',
    id: 'z',
    link: '//e',
    title: {},
  },
  { text: 'abcdef', required: 1, amount: 10, list: ['a', 'b'], choice: null, surprise: 1 },
  { text: 5, amount: 1.5, list: 'a', title: { ko: 'x'.repeat(11), fr: 'a' } },
]

describe('the message of a field', () => {
  it('exists in each language and never uses the library’s text', () => {
    for (const value of wrong) {
      const { error } = Everything.safeParse(value)
      for (const issue of error?.issues ?? []) {
        const messages = locales.map((locale) => issueMessage(issue, locale))
        expect([issue.path, messages[0]]).toEqual([issue.path, expect.stringMatching(/[가-힣]/)])
        expect(messages[1]).toMatch(/^[\x20-\x7e’]+$/)
        expect(new Set(messages).size).toBe(3)
        expect(messages.join()).not.toMatch(/expected|Invalid|undefined|\{/)
      }
    }
  })

  it('is at the path that forms and answers share', () => {
    const issues = Everything.safeParse(wrong[2]).error?.issues ?? []
    expect(issues.flatMap(issuePaths)).toEqual(
      expect.arrayContaining(['text', 'title.ko', 'title.fr', 'required', 'list']),
    )
  })

  it('of an unknown code asks to check the input', () => {
    expect(fieldMessage('no-such-code', 'ko')).toBe(fieldMessage('invalid', 'ko'))
  })
})

describe('every refusal', () => {
  it.each(Object.keys(refusals) as RefusalCode[])('has its message in three languages: %s', (code) => {
    const messages = locales.map((locale) => refusalMessage(code, locale, 7))
    expect(new Set(messages).size).toBe(3)
    expect(messages[0]).toMatch(/[가-힣]/)
  })
})

describe('a list', () => {
  it('refuses a filter named like a paging parameter', () => {
    const Item = z.object({ name: z.string() })
    const declare = (filters: object) =>
      crud('/api/x', { one: 'x', many: 'xs' }, Item, Item, {
        access: 'console',
        sort: ['name'],
        filters: filters as never,
      })
    expect(() => declare({ page: z.string() })).toThrow()
    expect(() => declare({ of: z.string() })).not.toThrow()
  })
})
