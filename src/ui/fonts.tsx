import sansSc from '@fontsource-variable/noto-sans-sc/wght.css?url'
import serifKr from '@fontsource-variable/noto-serif-kr/wght.css?url'
import serifSc from '@fontsource-variable/noto-serif-sc/wght.css?url'
import sansKr from 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url'
import { getLocale } from '#messages/runtime.js'

/**
 * The font faces of the page's language: hundreds of rules by unicode range, of which the browser fetches the files
 * it needs. Stands at the end of the body, so that nothing above it waits; until they are there, the stand-ins of
 * fallback-faces.css keep the same measures.
 */
export function FontSheets() {
  const sheets = getLocale() === 'cn' ? [serifSc, sansSc, sansKr, serifKr] : [sansKr, serifKr]
  return sheets.map((href) => <link key={href} rel="stylesheet" href={href} fetchPriority="low" />)
}
