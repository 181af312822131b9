import { describe, expect, it } from 'vitest'
import { convertKeyboard, matchText } from './match-text.ts'

const found = (text: string, query: string) => {
  const hit = matchText(text, query)
  return hit ? text.slice(...hit.range) : null
}

describe('match', () => {
  it('finds literal text, ignoring case', () => {
    expect(found('감사 기록', '기록')).toBe('기록')
    expect(found('Audit log', 'LOG')).toBe('log')
  })
  it('finds an unfinished syllable', () => {
    expect(found('게시글', '게시그')).toBe('게시글')
    expect(found('송도 한빛마을', '송ㄷ')).toBe('송도')
  })
  it('finds initial consonants', () => {
    expect(found('비밀번호', 'ㅂㅁ')).toBe('비밀')
    expect(found('감사 기록', 'ㄱㄹ')).toBe('기록')
    expect(found('감사 기록', 'ㄱㅅㄱㄹ')).toBe('감사 기록')
    expect(found('감사 기록', 'ㅎㅎ')).toBeNull()
  })
  it('finds text typed with the other keyboard layout', () => {
    expect(found('송도 한빛마을', 'thdeh')).toBe('송도')
    expect(found('하자 진단', 'gkwk')).toBe('하자')
  })
  it('ignores spaces', () => {
    expect(found('감사 기록', '감사기록')).toBe('감사 기록')
  })
  it('returns null without a match', () => {
    expect(found('감사 기록', '팝업')).toBeNull()
    expect(found('감사 기록', 'zzz')).toBeNull()
  })
  it('ranks literal before converted matches, and beginnings before the rest', () => {
    expect(matchText('기록', '기록')?.rank).toBeLessThan(matchText('감사 기록', '기록')?.rank ?? 0)
    expect(matchText('송도', '송도')?.rank).toBeLessThan(matchText('송도', 'thdeh')?.rank ?? 0)
  })
})

describe('otherKeyboard', () => {
  it('returns null for unreadable results', () => {
    expect(convertKeyboard('thdeh')).toBe('송도')
    expect(convertKeyboard('news')).toBeNull()
    expect(convertKeyboard('송도')).toBeNull()
  })
})
