import { useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime.js'
import chinese from './faces-cn.css?url'
import english from './faces-en.css?url'
import korean from './faces-ko.css?url'

const sheets = { ko: korean, en: english, cn: chinese }

/**
 * The font faces of the page's language: the core faces, of which a page mostly needs one file for its text and one
 * for its titles, and behind them hundreds of rules by unicode range for what is rarer. Stands at the end of the body,
 * so that nothing above it waits, and comes to use when the page's own script says (`src/kit/web/wake.ts`), at the
 * latest when React is awake; until then the stand-ins of fallback-faces.css keep the same measures.
 */
export function FontSheets() {
  const link = useRef<HTMLLinkElement>(null)
  const href = sheets[getLocale()]
  useEffect(() => {
    if (link.current) link.current.media = 'all'
  }, [])
  return (
    <>
      <link ref={link} rel="stylesheet" href={href} media="not all" fetchPriority="low" data-faces="" />
      <noscript>
        <link rel="stylesheet" href={href} />
      </noscript>
    </>
  )
}
