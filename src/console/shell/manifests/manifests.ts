import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { sectionKeys } from '../navigation/sections.ts'
import { type Collection, collectManifests } from './collect-manifests.ts'
import { manifest as own } from './shell-manifest.ts'

/** Manifests of all modules; the file's location alone registers it with the console. */
const found = import.meta.glob<ConsoleManifest>('../../../*/*/console/manifest.tsx', {
  eager: true,
  import: 'manifest',
})

const all: Collection = collectManifests([own, ...Object.values(found)], sectionKeys)

export const { manifests, places, scopes } = all

const inOrder = <T extends { position: number }>(choose: (manifest: ConsoleManifest) => readonly T[] | undefined) =>
  manifests.flatMap((manifest) => choose(manifest) ?? []).sort((one, other) => one.position - other.position)

export const pendingWork = inOrder((manifest) => manifest.pendingWork)
export const figures = inOrder((manifest) => manifest.figures)
export const series = inOrder((manifest) => manifest.series)
export const sources = inOrder((manifest) => manifest.sources)
export const paletteActions = inOrder((manifest) => manifest.paletteActions)
export const watches = manifests.flatMap(({ watch }) => watch ?? [])

/** Label of a scheduled event on the desk; '' if no manifest names it. */
export const momentName = (moment: string): string =>
  manifests.find(({ moments }) => moments && moment in moments)?.moments?.[moment]?.() ?? ''

/** Names of the counts that the rail adds up for a section. */
export const waitingCountsOf = (section: string): readonly string[] =>
  manifests.flatMap(({ waiting }) => waiting?.[section] ?? [])
