import { createContext, use } from 'react'

type Rule = (text: string) => string

const numeral = '(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)'

/**
 * Vocabulary of a site, in addition to the general words: nouns that numbers of this site are joined with. Plain words,
 * not patterns.
 */
export interface Nouns {
  ko: {
    /** Nouns counted directly by Korean numerals, without a counter: `세 단지`. */
    counted: readonly string[]
    /** Labels that precede a number: `별표 4`. */
    numbered: readonly string[]
  }
  en: {
    /** Labels that precede a number: `annex 4`. */
    numbered: readonly string[]
    /** Compounds of two words: `car park`. */
    pairs: readonly string[]
  }
  /** Chinese measure words of one character: `612户`. */
  cn: { measures: string }
}

const none: Nouns = { ko: { counted: [], numbered: [] }, en: { numbered: [], pairs: [] }, cn: { measures: '' } }

const counters = ['장', '개', '곳', '명', '번', '달', '차례', '가지', '시간', '분', '줄', '쪽', '해', '사람']
/** Number and the following noun: `187 항목`, `27 상판`. */
const numbered = /(^|[\s(])(\d(?:[\d,.]*\d)?) (?=[가-힣])/g
const dated = /(\d년|\d월) (?=\d)/g
const dimensions = ['높이', '너비', '길이', '면적']
/** Bound nouns (의존 명사), which must not begin a line: `샐 때`, `서명할 수`, `묻는 데서`. */
const leaning =
  /([가-힣]) (?=(?:수(?=[ 도가는])|때(?=[ ,.는에도의마부]|$)|것(?=[ ,.이은을도과처으]|$)|데(?=[ ,.서는도에])))/g

const korean = ({ ko }: Nouns): Rule => {
  const counted = new RegExp(`(^|[\\s(])(${numeral}) (?=${[...counters, ...ko.counted].join('|')})`, 'g')
  /** Label that precedes a number: `높이 2.3 m`. */
  const named = new RegExp(`(${[...dimensions, ...ko.numbered].join('|')}) (?=\\d)`, 'g')
  return (text) =>
    text
      .replace(counted, '$1$2\u00a0')
      .replace(numbered, '$1$2\u00a0')
      .replace(dated, '$1\u00a0')
      .replace(named, '$1\u00a0')
      .replace(leaning, '$1\u00a0')
}

/** Number and unit or noun, except function words: `1,248 households`, `2.3 m`. */
const counting =
  /(^|[\s(–])(\d(?:[\d,.]*\d)?) (?=(?!(?:and|or|to|of|in|on|at|by|from|for|as|is|are|was|the|a)\b)[a-z])/g
/** List of numbers: `2, 3, 5 and 10`. */
const listing = /(\b\d{1,2},|\band|\bor) (?=\d{1,2}\b)/g
const places = ['height', 'limit', 'line', 'page']
/** Hyphen in a short word; a long one may need the break in a narrow column. */
const hyphen = /(?<=\b[A-Za-z\d]{1,8})-(?=[A-Za-z\d]{1,8}\b)/g

const latin = ({ en }: Nouns): Rule => {
  /** Name or label that precedes a number: `Hanbit Maru 1`, `page 4`. */
  const naming = new RegExp(`(\\b[A-Z][a-z]+|\\b(?:${[...places, ...en.numbered].join('|')})) (?=\\d)`, 'g')
  const pairs = new RegExp(`\\b(?:${en.pairs.join('|') || '(?!)'})`, 'g')
  return (text) =>
    text
      .replace(counting, '$1$2\u00a0')
      .replace(listing, '$1\u00a0')
      .replace(naming, '$1\u00a0')
      .replace(pairs, (pair) => pair.replace(' ', '\u00a0'))
      .replace(hyphen, '-\u2060')
}

/** The full-width middle dot of Chinese includes its spacing. */
const spacedDot = /(?<=[\u4e00-\u9fff]) · (?=[\u4e00-\u9fff])/g
/** So does a full-width bracket before the time: `11月24日（周二）07:55`. */
const spacedBracket = /(?<=）) (?=\d)/g
/** Weekday after its date: `（周二）`. */
const weekday = /（周(?=[一二三四五六日])/g

/**
 * Joins a number with its measure word and 第 with its number: `2025年6月`, `612户`, `第36条`. Adds zero-width spaces after 的
 * and before conjunctions: where words are kept whole, a clause longer than its line could otherwise break anywhere.
 */
const chinese = ({ cn }: Nouns): Rule => {
  const measured = new RegExp(`\\d(?=[年月日天小时分秒米岁个名次万元倍号${cn.measures}])|第(?=\\d)`, 'g')
  return (text) =>
    text
      .replace(/的(?=[\u4e00-\u9fff]{2}|\d)|[\u4e00-\u9fff](?=而|(?<![参赋])与|(?<![以涉参])及|或)/g, '$&\u200b')
      .replace(measured, '$&\u2060')
      .replace(spacedBracket, '')
      .replace(weekday, '$&\u2060')
}

/**
 * Creates the rule that inserts no-break characters, by the script of the text. Korean: number and unit (`세 차례`, `2025년
 * 6월`), bound nouns with the preceding word. English: numbers with their noun or label, lists of numbers, short
 * hyphenated words. Chinese: numbers with measure words. All: a middle dot stays with the word before it, a bracket
 * with the word it explains, a time range together. Does not use `Intl`, because this runs during hydration.
 */
export const createUnitRule = (nouns: Nouns): Rule => {
  const scripts = { korean: korean(nouns), latin: latin(nouns), chinese: chinese(nouns) }
  return (text) => {
    let result = text
    if (/[가-힣]/.test(text)) result = scripts.korean(result)
    if (/[a-z]/.test(text)) result = scripts.latin(result)
    if (/[\u4e00-\u9fff]/.test(text)) result = scripts.chinese(result.replace(spacedDot, '·'))
    return result
      .replace(/ (?=· )/g, '\u00a0')
      .replace(/(?<=\S)·|(?<=[가-힣\d])\(|(?<=\))(?=[가-힣])/g, '\u2060$&')
      .replace(/(?<=\d)[–~](?=\d)/g, '$&\u2060')
  }
}

const UnitRuleContext = createContext(createUnitRule(none))

/** Provides a site's own rule, created once by `createUnitRule`. */
export const UnitRuleProvider = UnitRuleContext.Provider

/** Rule of the current site; without a provider, the rule without site vocabulary. */
export const useUnitRule = (): Rule => use(UnitRuleContext)

/**
 * Hyphenated words, Latin words with a Chinese ending (`Maru大厦`), Chinese cities and districts, and Chinese names in a
 * list (`：韩怡潭、尹度谦`).
 */
const together =
  /([\u4e00-\u9fff]+(?:特别市|广域市)|[\u4e00-\u9fff]{1,3}[区市郡](?![\u4e00-\u9fff])|(?<=[、：])[\u4e00-\u9fff]{2,4}(?=[、\s·\u2060]|$)|\S*(?:-|[A-Za-z][\u4e00-\u9fff])\S*)/

/**
 * Splits an address, number or personal name into parts that may not break: hyphenated words (`Songpa-gu`,
 * `000-00-00000`), Chinese districts (`松坡区`). No-break spaces join a street with its number (`너른마루길 218`, `218
 * Neoreunmaru-gil`, `Mulnaru-gil 64号`) and the two parts of a name (`Seo I-hyeon`).
 */
export const splitUnbroken = (text: string): string[] =>
  text
    .replace(
      /([로길]|-(?:gil|ro|daero)) (?=\d)|(\d) (?=[A-Z][a-z]*-)|([A-Z][a-z]+) (?=[A-Z][a-z]*-[a-z])/g,
      '$1$2$3\u00a0',
    )
    .replace(/\d(?=[号层])/g, '$&\u2060')
    .replace(spacedDot, '·')
    .replace(/ (?=· )/g, '\u00a0')
    .split(together)
