import { getLocale } from '#messages/runtime.js'
import chinese from './faces-cn.css?url'
import korean from './faces-ko.css?url'

/**
 * The font faces of the page's language: hundreds of rules by unicode range, of which the browser fetches the files
 * it needs. Stands at the end of the body, so that nothing above it waits; until they are there, the stand-ins of
 * fallback-faces.css keep the same measures.
 */
export function FontSheets() {
  return <link rel="stylesheet" href={getLocale() === 'cn' ? chinese : korean} fetchPriority="low" />
}
