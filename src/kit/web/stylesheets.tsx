import { useContext } from 'react'
import { UNSAFE_FrameworkContext, useMatches } from 'react-router'

let served: Set<string> | undefined

/** Addresses of the style sheets the document came with, inline or linked. */
const servedSheets = (): Set<string> => {
  served ??= new Set(
    Array.from(document.querySelectorAll<HTMLElement>('[data-sheet]'), (element) => element.dataset.sheet ?? ''),
  )
  return served
}

/**
 * Style sheets of routes one arrives at by navigation. Those of the first document are put there by the server;
 * React waits for a new one before it shows the route.
 */
export function StyleSheets() {
  const framework = useContext(UNSAFE_FrameworkContext)
  const matches = useMatches()
  if (typeof document === 'undefined' || !framework) return null
  const sheets = matches.flatMap(({ id }) => framework.manifest.routes[id]?.css ?? [])
  return [...new Set(sheets)]
    .filter((href) => !servedSheets().has(href))
    .map((href) => <link key={href} rel="stylesheet" href={href} precedence="route" />)
}
