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

  it('are left alone where there is no number', () => {
    expect(bound('편한 장소에서 또 한 사람씩')).toBe('편한 장소에서 또 한\u00a0사람씩')
    expect(bound('We listen to 3 people')).toBe('We listen to 3 people')
  })
})
