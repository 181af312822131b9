import { describe, expect, it } from 'vitest'
import { bound } from './bound.ts'

describe('number and unit', () => {
  it('stay together', () => {
    expect(bound('달마다 한 장으로 알립니다')).toBe('달마다 한\u00a0장으로 알립니다')
    expect(bound('2025년 6월에 세 차례')).toBe('2025년\u00a06월에 세\u00a0차례')
    expect(bound('서울 두 곳과 인천')).toBe('서울 두\u00a0곳과 인천')
  })

  it('no line begins with a middle dot', () => {
    expect(bound('2년·3년 · 5년')).toBe('2년\u2060·3년 · 5년')
  })

  it('a figure stays with what it numbers', () => {
    expect(bound('26 배관, 27 상판')).toBe('26\u00a0배관, 27\u00a0상판')
    expect(bound('12:00–13:00, 2024 – 2026')).toBe('12:00–\u206013:00, 2024 – 2026')
  })

  it('a noun that leans on the word before it begins no line', () => {
    expect(bound('물이 샐 때, 서명할 수 없는 것')).toBe('물이 샐\u00a0때, 서명할\u00a0수 없는\u00a0것')
    expect(bound('무엇을 묻는 데서 시작합니다')).toBe('무엇을 묻는\u00a0데서 시작합니다')
    expect(bound('누가 수행 사례와 데이터를 때문에')).toBe('누가 수행 사례와 데이터를 때문에')
  })

  it('brackets stay with the word they explain', () => {
    expect(bound('사용검사일(사용승인일)부터 대검찰청(1301)에')).toBe(
      '사용검사일\u2060(사용승인일)\u2060부터 대검찰청\u2060(1301)\u2060에',
    )
    expect(bound('the firm (and its (people))')).toBe('the firm (and its (people))')
  })

  it('are left alone where there is no number', () => {
    expect(bound('편한 장소에서 또 한 사람씩')).toBe('편한 장소에서 또 한\u00a0사람씩')
    expect(bound('We listen to 3 people')).toBe('We listen to 3 people')
  })
})
