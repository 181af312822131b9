import { getLocale } from '#messages/runtime.js'
import behindChinese from './faces/behind-cn.css?url'
import behindEnglish from './faces/behind-en.css?url'
import behindKorean from './faces/behind-ko.css?url'
import wholeChinese from './faces/cn.css?url'
import displayCn from './faces/display-cn.woff2?url'
import displayEn from './faces/display-en.woff2?url'
import displayKo from './faces/display-ko.woff2?url'
import wholeEnglish from './faces/en.css?url'
import wholeKorean from './faces/ko.css?url'
import regularCn from './faces/text-cn-400.woff2?url'
import boldCn from './faces/text-cn-600.woff2?url'
import textEn from './faces/text-en.woff2?url'
import textKo from './faces/text-ko.woff2?url'

/** Family, weight and file of a core font, as expected by `applyFonts` in `src/kit/web/hydration/hydrate-script.ts`. */
type CoreFace = readonly [family: string, weight: string, file: string]

declare global {
  interface Window {
    /** Loads a link's core fonts, then applies them and its style sheet. Defined by the hydration script (hydrate-script.ts). */
    applyFonts?: (link: HTMLLinkElement) => Promise<void>
  }
}

const korean = { text: textKo, display: displayKo }
const latin = { text: textEn, display: displayEn }

const coreOf = ({ text, display }: typeof korean): CoreFace[] => [
  ['Text Core', '400 700', text],
  ['Display Core', '600', display],
]

const chineseCore: CoreFace[] = [
  ['Text Core SC', '400', regularCn],
  ['Text Core SC', '600', boldCn],
  ['Display Core SC', '600', displayCn],
]

const faces = {
  ko: { whole: wholeKorean, behind: behindKorean, core: coreOf(korean) },
  en: { whole: wholeEnglish, behind: behindEnglish, core: coreOf(latin) },
  cn: { whole: wholeChinese, behind: behindChinese, core: [...chineseCore, ...coreOf(latin)] },
}

/**
 * Loads a link inserted by React (always in the console, or after a language change), which the hydration script did
 * not see.
 */
const bring = (link: HTMLLinkElement | null) => {
  if (link) void window.applyFonts?.(link)
}

/**
 * Fonts of the page's language: one core font for text, usually one for titles, and hundreds of unicode-range rules for
 * rarer characters. The page's script loads the core fonts and then applies them together with the style sheet, so that
 * the page is laid out again only once; without script a style sheet does it. `hasDisplay`: the site sets titles in the
 * display typeface. Until then the fallback fonts of fallback-faces.css have the same metrics.
 */
export function FontSheets({ hasDisplay = true }: { hasDisplay?: boolean }) {
  const { whole: full, behind, core: all } = faces[getLocale()]
  const core = hasDisplay ? all : all.filter(([family]) => !family.startsWith('Display'))
  if (import.meta.env.DEV) return <link rel="stylesheet" href={full} />
  return (
    <>
      <link
        key={behind}
        ref={bring}
        rel="stylesheet"
        href={behind}
        media="not all"
        fetchPriority="low"
        data-faces={JSON.stringify(core)}
      />
      <noscript>
        <link rel="stylesheet" href={full} />
      </noscript>
    </>
  )
}
