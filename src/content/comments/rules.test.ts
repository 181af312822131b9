import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommentThread, PublicComment } from './contract.ts'
import { commentStates, listStatesBefore, mergeChanges, normalizeText, splitLinks } from './rules.ts'

describe('tidy', () => {
  it.each([
    ['  둘레의 빈칸\n', '둘레의 빈칸'],
    ['한 줄\r\n다음\r그다음\u2028끝', '한 줄\n다음\n그다음\n끝'],
    ['하나\n\n\n\n둘', '하나\n\n둘'],
    ['빈 줄에 빈칸\n  \n \n둘', '빈 줄에 빈칸\n\n둘'],
    ['뒤집힌 \u202egnp.exe\u202c', '뒤집힌 gnp.exe'],
    ['보이지\u200b 않는\u0007 것', '보이지 않는 것'],
    ['가족 👨‍👩‍👧 그림', '가족 👨‍👩‍👧 그림'],
    ['\u200b\n\t', ''],
  ])('normalizes %j to %j', (text, normalized) => expect(normalizeText(text)).toBe(normalized))

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => normalizeText(normalizeText(text)) === normalizeText(text)),
    )
  })
})

describe('links in a comment', () => {
  const listLinks = (text: string) => splitLinks(text).flatMap(({ text: part, isLink }) => (isLink ? [part] : []))
  it.each([
    ['보세요 https://a.example/b?c=1&d=2#e. 끝', ['https://a.example/b?c=1&d=2#e']],
    ['(http://a.example)', ['http://a.example']],
    ['https://a.example와 javascript:alert(1) data:text/html,x', ['https://a.example와']],
    ['"https://a.example"><script>', ['https://a.example']],
    ['https:// 그리고 http://[::', []],
    ['//a.example www.a.example', []],
  ])('of %j are %j', (text, expected) => expect(listLinks(text)).toEqual(expected))

  it('keep the whole text and use http or https only', () => {
    const text = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('http://', 'https://a.example/', 'javascript:', '\n')))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (whole) => {
        const stretches = splitLinks(whole)
        expect(stretches.map((each) => each.text).join('')).toBe(whole)
        for (const { text: link, isLink } of stretches) if (isLink) expect(new URL(link).protocol).toMatch(/^https?:$/)
      }),
    )
  })
})

describe('state transitions for staff', () => {
  it('lead to each state from the others', () => {
    for (const state of commentStates)
      expect(listStatesBefore(state)).toEqual(commentStates.filter((each) => each !== state))
  })
})

describe('page merged with changes of this tab', () => {
  const buildComment = (_id: string, rest: Partial<PublicComment> = {}): PublicComment => ({
    _id,
    parent: null,
    author: '도이수',
    body: _id,
    lang: 'ko',
    state: 'visible',
    editedAt: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    updatedAt: '2026-11-20T00:00:00.000Z',
    ...rest,
  })
  const page: CommentThread[] = [
    { ...buildComment('b'), replies: [buildComment('b1', { parent: 'b' }), buildComment('b2', { parent: 'b' })] },
    { ...buildComment('a'), replies: [] },
  ]
  const toShape = (changes: PublicComment[]) => {
    const { threads, spoken } = mergeChanges(page, 4, changes)
    return [
      threads.map(({ _id, state, replies }) => [_id, state[0], ...replies.map((reply) => reply._id)].join(' ')),
      spoken,
    ]
  }
  const removed = { state: 'removed' as const, body: '', author: null }

  it('is unchanged without changes', () => expect(toShape([])).toEqual([['b v b1 b2', 'a v'], 4]))
  it('puts new comments on top, latest first', () =>
    expect(toShape([buildComment('c'), buildComment('d')])).toEqual([['d v', 'c v', 'b v b1 b2', 'a v'], 6]))
  it('puts a reply at the end of its thread', () =>
    expect(toShape([buildComment('b3', { parent: 'b' })])).toEqual([['b v b1 b2 b3', 'a v'], 5]))
  it('puts a reply below a new comment', () =>
    expect(toShape([buildComment('c'), buildComment('c1', { parent: 'c' })])).toEqual([
      ['c v c1', 'b v b1 b2', 'a v'],
      6,
    ]))
  it('keeps an edited comment in its place', () => {
    const { threads } = mergeChanges(page, 4, [
      buildComment('b1', { parent: 'b', body: '고침' }),
      buildComment('a', { body: '고침' }),
    ])
    expect([threads[0]?.replies[0]?.body, threads[1]?.body, threads[1]?.replies]).toEqual(['고침', '고침', []])
  })
  it('keeps the place of a removed comment with replies', () =>
    expect(toShape([buildComment('b', removed), buildComment('a', removed)])).toEqual([['b r b1 b2'], 2]))
  it('drops a removed thread with its last reply', () =>
    expect(
      toShape([
        buildComment('b', removed),
        buildComment('b1', { parent: 'b', ...removed }),
        buildComment('b2', { parent: 'b', ...removed }),
      ]),
    ).toEqual([['a v'], 1]))
})
