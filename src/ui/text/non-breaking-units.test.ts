import { describe, expect, it } from 'vitest'
import { createUnitRule, splitUnbroken } from './non-breaking-units.ts'

/** Nouns of a site about homes and statutes. */
const bound = createUnitRule({
  ko: { counted: ['단지'], numbered: ['별표', '점심'] },
  en: { numbered: ['annex', 'closed'], pairs: ['car park'] },
  cn: { measures: '户条' },
})
const plain = createUnitRule({
  ko: { counted: [], numbered: [] },
  en: { numbered: [], pairs: [] },
  cn: { measures: '' },
})

describe('number and unit', () => {
  it('stay on one line', () => {
    expect(bound('달마다 한 장으로 알립니다')).toBe('달마다 한\u00a0장으로 알립니다')
    expect(bound('2025년 6월에 세 차례')).toBe('2025년\u00a06월에 세\u00a0차례')
    expect(bound('서울 두 곳과 인천')).toBe('서울 두\u00a0곳과 인천')
  })

  it('leave no middle dot at the start of a line', () => {
    expect(bound('2년·3년 · 5년')).toBe('2년\u2060·3년\u00a0· 5년')
  })

  it('keep a number with its noun', () => {
    expect(bound('26 배관, 27 상판')).toBe('26\u00a0배관, 27\u00a0상판')
    expect(bound('12:00–13:00, 2024 – 2026')).toBe('12:00–\u206013:00, 2024 – 2026')
  })

  it('keep a bound noun with the word before it', () => {
    expect(bound('물이 샐 때, 서명할 수 없는 것')).toBe('물이 샐\u00a0때, 서명할\u00a0수 없는\u00a0것')
    expect(bound('무엇을 묻는 데서 시작합니다')).toBe('무엇을 묻는\u00a0데서 시작합니다')
    expect(bound('누가 수행 사례와 데이터를 때문에')).toBe('누가 수행 사례와 데이터를 때문에')
  })

  it('keep brackets with the word they explain', () => {
    expect(bound('사용검사일(사용승인일)부터 대검찰청(1301)에')).toBe(
      '사용검사일\u2060(사용승인일)\u2060부터 대검찰청\u2060(1301)\u2060에',
    )
    expect(bound('the firm (and its (people))')).toBe('the firm (and its (people))')
  })

  it('leave text without numbers unchanged', () => {
    expect(bound('편한 장소에서 또 한 사람씩')).toBe('편한 장소에서 또 한\u00a0사람씩')
    expect(bound('We listen to people')).toBe('We listen to people')
  })

  it('keep a number with its label', () => {
    expect(bound('시행령 별표 4, 점심 12:00–13:00')).toBe('시행령 별표\u00a04, 점심\u00a012:00–\u206013:00')
    expect(bound('높이 2.3 m 이하')).toBe('높이\u00a02.3\u00a0m 이하')
    expect(bound('별표에 4')).toBe('별표에 4')
  })
})

describe("a site's own nouns", () => {
  it.each([
    ['두 단지', '두\u00a0단지'],
    ['별표 4', '별표\u00a04'],
    ['annex 4', 'annex\u00a04'],
    ['The car park', 'The car\u00a0park'],
    ['612户', '612\u2060户'],
  ])('%s is joined only on a site that declares it', (text, kept) => {
    expect(bound(text)).toBe(kept)
    expect(plain(text)).toBe(text)
  })

  it('do not affect the general rules', () => {
    for (const text of ['세 차례', '높이 2.3 m', '3 people', '2025年6月']) expect(plain(text)).toBe(bound(text))
  })
})

describe('English', () => {
  it('keeps a number with its unit, noun or label', () => {
    expect(bound('We listen to 3 people in 2024 and 2025')).toBe('We listen to 3\u00a0people in 2024 and 2025')
    expect(bound('1,248 households, height 2.3 m')).toBe('1,248\u00a0households, height\u00a02.3\u00a0m')
    expect(bound('Hanbit Maru 1')).toBe('Hanbit Maru\u00a01')
    expect(bound('closed 12:00–13:00')).toBe('closed\u00a012:00–\u206013:00')
    expect(bound('The car park: annex 4')).toBe('The car\u00a0park: annex\u00a04')
  })

  it('keeps a list of numbers together, with a break before the last', () => {
    expect(bound('within 2, 3, 5 and 10 years')).toBe('within 2,\u00a03,\u00a05 and\u00a010\u00a0years')
    expect(bound('In 2024, 612 homes')).toBe('In\u00a02024, 612\u00a0homes')
  })

  it('keeps a short hyphenated word together, but not a long one', () => {
    expect(bound('before move-in, a defect-repair deposit')).toBe('before move-\u2060in, a defect-\u2060repair deposit')
    expect(bound('reconstruction-association')).toBe('reconstruction-association')
    expect(bound('a - b')).toBe('a - b')
  })
})

describe('Chinese', () => {
  it('keeps a number with its measure word and an ordinal with its number', () => {
    expect(bound('2025年6月，612户')).toBe('2025\u2060年6\u2060月，612\u2060户')
    expect(bound('（周二） 07:55起')).toBe('（周\u2060二）07:55起')
    expect(bound('施行令第36条')).toBe('施行令第\u206036\u2060条')
    expect(bound('第一次会议')).toBe('第一次会议')
  })

  it('allows a break in a long clause after 的 and before a conjunction', () => {
    expect(bound('屋面防水层的函件与图纸')).toBe('屋面防水层的\u200b函件\u200b与图纸')
    expect(bound('走过的15个小区')).toBe('走过的\u200b15\u2060个小区')
    expect(bound('渗漏而未答复的小区')).toBe('渗漏\u200b而未答复的\u200b小区')
    expect(bound('参与协商，以及修缮的。')).toBe('参与协商，以及修缮的。')
  })
})

it('a middle dot between words may end a line, but never begin one', () => {
  expect(bound('612세대 · 하자 소송')).toBe('612세대\u00a0· 하자 소송')
  expect(bound('Lawyer · Defects')).toBe('Lawyer\u00a0· Defects')
  expect(bound('代表律师 · 登记')).toBe('代表律师\u2060·登记')
  expect(splitUnbroken('文海灿 · 登记')).toEqual(['文海灿·登记'])
  expect(bound('612户·缺陷')).toBe('612\u2060户\u2060·缺陷')
})

describe('addresses and names', () => {
  const kept = (text: string) => splitUnbroken(text).filter((_, at) => at % 2)

  it.each([
    ['首尔特别市松坡区 Mulnaru-gil 64号 Naru大厦', ['首尔特别市', '松坡区', 'Mulnaru-gil', 'Naru大厦']],
    ['光州广域市西区', ['光州广域市', '西区']],
    ['Songpa-gu, Seoul', ['Songpa-gu,']],
    ['Moon Hae-chan', ['Hae-chan']],
    ['너른마루길 218', []],
    ['管理合伙人：韩怡潭、尹度谦、文海灿 · 登记号 000-00', ['韩怡潭', '尹度谦', '文海灿', '000-00']],
  ])('%s', (text, together) => {
    expect(kept(text)).toEqual(together)
  })

  it('keep their text', () => {
    const text = '首尔特别市瑞草区 Neoreunmaru-gil 218号 Maru大厦'
    expect(splitUnbroken(text).join('').replaceAll('\u2060', '').replaceAll('\u00a0', ' ')).toBe(text)
  })
})
