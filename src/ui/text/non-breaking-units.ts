import { createContext, use } from 'react'

type Rule = (text: string) => string

const numeral = '(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)'

/**
 * What the texts of a site are about, beyond the words that every text has: without it no figure is kept with a noun
 * that only this site counts or numbers. Plain words, no patterns.
 */
export interface Nouns {
  ko: {
    /** What is counted in Korean numerals, in place of a counter: `세 단지`. */
    counted: readonly string[]
    /** What says of which kind the figure after it is: `별표 4`. */
    numbered: readonly string[]
  }
  en: {
    /** Likewise: `annex 4`. */
    numbered: readonly string[]
    /** Pairs of words that are one: `car park`. */
    pairs: readonly string[]
  }
  /** Chinese measures, of one character each: `612户`. */
  cn: { measures: string }
}

const none: Nouns = { ko: { counted: [], numbered: [] }, en: { numbered: [], pairs: [] }, cn: { measures: '' } }

const counters = ['장', '개', '곳', '명', '번', '달', '차례', '가지', '시간', '분', '줄', '쪽', '해', '사람']
/** A figure and what it counts or numbers: `187 항목`, `27 상판`. */
const numbered = /(^|[\s(])(\d(?:[\d,.]*\d)?) (?=[가-힣])/g
const dated = /(\d년|\d월) (?=\d)/g
const dimensions = ['높이', '너비', '길이', '면적']
/** Bound nouns (의존 명사), which begin no line: `샐 때`, `서명할 수`, `묻는 데서`. */
const leaning =
  /([가-힣]) (?=(?:수(?=[ 도가는])|때(?=[ ,.는에도의마부]|$)|것(?=[ ,.이은을도과처으]|$)|데(?=[ ,.서는도에])))/g

const korean = ({ ko }: Nouns): Rule => {
  const counted = new RegExp(`(^|[\\s(])(${numeral}) (?=${[...counters, ...ko.counted].join('|')})`, 'g')
  /** What says of which kind the figure after it is: `높이 2.3 m`. */
  const named = new RegExp(`(${[...dimensions, ...ko.numbered].join('|')}) (?=\\d)`, 'g')
  return (text) =>
    text
      .replace(counted, '$1$2\u00a0')
      .replace(numbered, '$1$2\u00a0')
      .replace(dated, '$1\u00a0')
      .replace(named, '$1\u00a0')
      .replace(leaning, '$1\u00a0')
}

/** A figure and what it counts, but not the small words of a sentence: `1,248 households`, `2.3 m`. */
const counting =
  /(^|[\s(–])(\d(?:[\d,.]*\d)?) (?=(?!(?:and|or|to|of|in|on|at|by|from|for|as|is|are|was|the|a)\b)[a-z])/g
/** Figures one after another, and the last of them: `2, 3, 5 and 10`. */
const listing = /(\b\d{1,2},|\band|\bor) (?=\d{1,2}\b)/g
const places = ['height', 'limit', 'line', 'page']
/** A short word with a hyphen; a long one may need its break in a narrow column. */
const hyphen = /(?<=\b[A-Za-z\d]{1,8})-(?=[A-Za-z\d]{1,8}\b)/g

const latin = ({ en }: Nouns): Rule => {
  /** A name and its number, and what says of which kind a figure is: `Hanbit Maru 1`, `page 4`. */
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

/** Between Chinese words a middle dot has its room in itself. */
const spacedDot = /(?<=[\u4e00-\u9fff]) · (?=[\u4e00-\u9fff])/g
/** As has a full-width bracket before the hour: `11月24日（周二）07:55`. */
const spacedBracket = /(?<=）) (?=\d)/g
/** A day of the week after its date: `（周二）`. */
const weekday = /（周(?=[一二三四五六日])/g

/**
 * A figure with its measure, and the ordinal with its figure: `2025年6月`, `612户`, `第36条`. A clause longer than its line
 * may end one after 的 and before a word that joins, by a zero width space: where words are kept whole it has no other
 * place, and would break wherever the line ends.
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
 * Keeps together on one line what belongs together, by the script of the text. Korean: number and unit (`세 차례`,
 * `2025년 6월`) and nouns that lean on the word before them. English: figures with what they count or are called after,
 * lists of figures, short words with a hyphen. Chinese: figures with their measure. All: a middle dot stays with the word
 * before it, a bracket with the word it explains, a span of time together. Never by `Intl`: this runs during hydration.
 */
export const binding = (nouns: Nouns): Rule => {
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

const BoundContext = createContext(binding(none))

/** Gives the components below it a site's own rule, made by `binding` once. */
export const BoundProvider = BoundContext.Provider

/** The rule of the site that shows the component; without a site's nouns where none is given. */
export const useBound = (): Rule => use(BoundContext)

/**
 * Words with a hyphen, Latin ones with Chinese at their end (`Maru大厦`), a Chinese city or district, and Chinese names in
 * a list (`：韩怡潭、尹度谦`).
 */
const together =
  /([\u4e00-\u9fff]+(?:特别市|广域市)|[\u4e00-\u9fff]{1,3}[区市郡](?![\u4e00-\u9fff])|(?<=[、：])[\u4e00-\u9fff]{2,4}(?=[、\s·\u2060]|$)|\S*(?:-|[A-Za-z][\u4e00-\u9fff])\S*)/

/**
 * An address, a number or the name of a person in parts, those that are never broken at odd places: words with hyphens
 * (`Songpa-gu`, `000-00-00000`), the district of a city (`松坡区`). A street keeps its number (`너른마루길 218`,
 * `218 Neoreunmaru-gil`, `Mulnaru-gil 64号`), and a name its two parts (`Seo I-hyeon`), by a no-break space.
 */
export const partsOf = (text: string): string[] =>
  text
    .replace(
      /([로길]|-(?:gil|ro|daero)) (?=\d)|(\d) (?=[A-Z][a-z]*-)|([A-Z][a-z]+) (?=[A-Z][a-z]*-[a-z])/g,
      '$1$2$3\u00a0',
    )
    .replace(/\d(?=[号层])/g, '$&\u2060')
    .replace(spacedDot, '·')
    .replace(/ (?=· )/g, '\u00a0')
    .split(together)
