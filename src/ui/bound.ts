const count = '(?:\\d[\\d,.]*|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)'
const unit = '(?:장|개|곳|명|번|달|차례|가지|시간|분|층|줄|쪽|해|사람|단지)'
const counted = new RegExp(`(^|[\\s(])(${count}) (?=${unit})`, 'g')
const dated = /(\d년|\d월) (?=\d)/g

/**
 * Binds number and unit (`세 차례`, `2025년 6월`) by a no-break space (comps/firm.md, Type), and a middle dot to what
 * stands before it, so that no line begins with one.
 */
export const bound = (text: string): string =>
  text
    .replace(counted, '$1$2\u00a0')
    .replace(dated, '$1\u00a0')
    .replace(/(?<=\S)·/g, '\u2060·')
