import { useContext, useEffect } from 'react'
import { preload } from 'react-dom'
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext, useMatches, useNavigation } from 'react-router'
import { type RouteManifest, sheetPrecedence } from './sheet-precedence.ts'

/**
 * Renders the style sheets of routes reached by navigation; React waits for a new sheet before it shows the route.
 * Those of the first document are inlined, and the hydration script removes them from the manifest.
 */
export function StyleSheets() {
  return import.meta.env.SSR ? null : <NavigatedSheets />
}

function NavigatedSheets() {
  const framework = useContext(UNSAFE_FrameworkContext)
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes
  const target = useNavigation().location
  const matches = useMatches()
  const manifest = framework?.manifest as RouteManifest | undefined
  const sheetsOf = (ids: string[]) => new Set(ids.flatMap((id) => manifest?.sheets[id] ?? []))
  // Preload them in parallel with the route's data.
  useEffect(() => {
    if (!target || !routes) return
    const ids = matchRoutes(routes, target)?.map(({ route }) => route.id)
    for (const href of sheetsOf(ids ?? [])) preload(href, { as: 'style' })
  })
  return [...sheetsOf(matches.map(({ id }) => id))].map((href) => (
    <link key={href} rel="stylesheet" href={href} precedence={sheetPrecedence} />
  ))
}
