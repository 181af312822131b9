import { useContext } from 'react'
import { UNSAFE_FrameworkContext, useMatches } from 'react-router'
import { sheetPrecedence } from './precedence.ts'

/**
 * Style sheets of routes one arrives at by navigation; React waits for a new one before it shows the route. Those of
 * the first document are inlined in it, and the hydration script takes them out of the manifest.
 */
export function StyleSheets() {
  const framework = useContext(UNSAFE_FrameworkContext)
  const matches = useMatches()
  if (import.meta.env.SSR || !framework) return null
  const sheets = matches.flatMap(({ id }) => framework.manifest.routes[id]?.css ?? [])
  return [...new Set(sheets)].map((href) => (
    <link key={href} rel="stylesheet" href={href} precedence={sheetPrecedence} />
  ))
}
