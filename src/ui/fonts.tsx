import { getLocale } from '#messages/runtime.js'
import behindChinese from './faces/behind-cn.css?url'
import behindEnglish from './faces/behind-en.css?url'
import behindKorean from './faces/behind-ko.css?url'
import chinese from './faces/cn.css?url'
import displayCn from './faces/display-cn.woff2?url'
import displayEn from './faces/display-en.woff2?url'
import displayKo from './faces/display-ko.woff2?url'
import english from './faces/en.css?url'
import korean from './faces/ko.css?url'
import regularCn from './faces/text-cn-400.woff2?url'
import boldCn from './faces/text-cn-600.woff2?url'
import textEn from './faces/text-en.woff2?url'
import textKo from './faces/text-ko.woff2?url'

/** Family, weight and file of a core face, as `src/kit/web/wake.ts` takes them. */
type CoreFace = [family: string, weight: string, file: string]

interface Faces {
  whole: string
  behind: string
  core: CoreFace[]
}

const faces: Record<'ko' | 'en' | 'cn', Faces> = {
  ko: {
    whole: korean,
    behind: behindKorean,
    core: [
      ['Text Core', '400 700', textKo],
      ['Display Core', '600', displayKo],
    ],
  },
  en: {
    whole: english,
    behind: behindEnglish,
    core: [
      ['Text Core', '400 700', textEn],
      ['Display Core', '600', displayEn],
    ],
  },
  cn: {
    whole: chinese,
    behind: behindChinese,
    core: [
      ['Text Core SC', '400', regularCn],
      ['Text Core SC', '600', boldCn],
      ['Display Core SC', '600', displayCn],
      ['Text Core', '400 700', textEn],
      ['Display Core', '600', displayEn],
    ],
  },
}

/**
 * The font faces of the page's language: core faces, mostly one for its text and one for its titles, and behind them
 * hundreds of rules by unicode range for what is rarer. The page's own script brings the core faces and then puts them
 * and the sheet to use at once, so that the page is laid out once more and not with each file; without script a sheet
 * does. Until then the stand-ins of fallback-faces.css keep the same measures.
 */
export function FontSheets() {
  const { whole, behind, core } = faces[getLocale()]
  if (import.meta.env.DEV) return <link rel="stylesheet" href={whole} />
  return (
    <>
      <link rel="stylesheet" href={behind} media="not all" fetchPriority="low" data-faces={JSON.stringify(core)} />
      <noscript>
        <link rel="stylesheet" href={whole} />
      </noscript>
    </>
  )
}
