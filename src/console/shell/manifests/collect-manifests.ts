import type { ConsoleManifest, Place, Scope } from '#console/kit/manifest/console-manifest.ts'

/** All manifests combined. */
export interface Collection {
  manifests: readonly ConsoleManifest[]
  /** By section key, sorted by position. */
  places: ReadonlyMap<string, readonly Place[]>
  /** Label by scope. */
  scopes: ReadonlyMap<Scope, () => string>
}

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position

/** Copies the entries of all manifests; throws if two have the same key or address. */
const listed = <T extends object>(all: readonly T[], keyOf: (one: T) => string, what: string): T[] => {
  const seen = new Set<string>()
  for (const one of all) {
    const key = keyOf(one)
    if (seen.has(key)) throw new Error(`Console manifests: two ${what} have ${key}.`)
    seen.add(key)
  }
  return [...all]
}

/**
 * Combines the manifests. Throws for anything that would silently be ignored: an unknown section, duplicate addresses
 * or keys, a scope without a label, or one with two labels.
 */
export const collectManifests = (manifests: readonly ConsoleManifest[], sections: readonly string[]): Collection => {
  const fail = (sentence: string): never => {
    throw new Error(`Console manifests: ${sentence}`)
  }
  const scopes = new Map<Scope, () => string>()
  for (const manifest of manifests)
    for (const [scope, name] of Object.entries(manifest.scopes ?? {}) as [Scope, () => string][]) {
      if (scopes.has(scope)) fail(`two name the scope ${scope}.`)
      scopes.set(scope, name)
    }
  const places = listed(
    manifests.flatMap((manifest) => manifest.places ?? []),
    ({ to }) => to,
    'places',
  )
  const pendingWork = listed(
    manifests.flatMap((manifest) => manifest.pendingWork ?? []),
    ({ key }) => key,
    'works',
  )
  const sources = listed(
    manifests.flatMap((manifest) => manifest.sources ?? []),
    ({ key }) => key,
    'sources of the palette',
  )
  const paletteActions = listed(
    manifests.flatMap((manifest) => manifest.paletteActions ?? []),
    ({ key }) => key,
    'acts',
  )
  for (const { section, to } of places) if (!sections.includes(section)) fail(`${to} is in no section (${section}).`)
  for (const section of manifests.flatMap(({ waiting }) => Object.keys(waiting ?? {})))
    if (!sections.includes(section)) fail(`there is no section ${section} to count for.`)
  for (const { scope, ...named } of [...places, ...pendingWork, ...sources, ...paletteActions])
    if (scope !== undefined && !scopes.has(scope))
      fail(`no manifest names the scope ${scope} of ${'to' in named ? named.to : named.key}.`)
  // Actions may share a name between modules: the entity decides whose label applies.
  for (const what of ['entities', 'moments'] as const) {
    const keys = manifests.flatMap((manifest) => Object.keys(manifest[what] ?? {}))
    for (const key of keys) if (keys.indexOf(key) !== keys.lastIndexOf(key)) fail(`two name ${key} of the ${what}.`)
  }
  return {
    manifests,
    places: new Map(
      sections.map((section) => [section, places.filter((place) => place.section === section).sort(byPosition)]),
    ),
    scopes,
  }
}
