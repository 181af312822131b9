const numeral = '(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)'
const unit = '(?:장|개|곳|명|번|달|차례|가지|시간|분|층|줄|쪽|해|사람|단지)'
const counted = new RegExp(`(^|[\\s(])(${numeral}) (?=${unit})`, 'g')
/** A figure and what it counts or numbers: `187 항목`, `27 상판`. */
const numbered = /(^|[\s(])(\d[\d,.]*) (?=[가-힣])/g
const dated = /(\d년|\d월) (?=\d)/g
/** Nouns that cannot stand alone, and so begin no line: `샐 때`, `서명할 수`, `묻는 데서`. */
const leaning =
  /([가-힣]) (?=(?:수(?=[ 도가는])|때(?=[ ,.는에도의마부]|$)|것(?=[ ,.이은을도과처으]|$)|데(?=[ ,.서는도에])))/g

/**
 * Binds what Korean typesetting keeps on one line (comps/firm.md, Type): number and unit (`세 차례`, `2025년 6월`) and
 * nouns that lean on the word before them by a no-break space; a middle dot, a bracket and the end of a span of time by
 * a word joiner.
 */
export const bound = (text: string): string =>
  text
    .replace(counted, '$1$2\u00a0')
    .replace(numbered, '$1$2\u00a0')
    .replace(dated, '$1\u00a0')
    .replace(leaning, '$1\u00a0')
    .replace(/(?<=\S)·|(?<=[가-힣\d])\(|(?<=\))(?=[가-힣])/g, '\u2060$&')
    .replace(/(?<=\d)[–~](?=\d)/g, '$&\u2060')
