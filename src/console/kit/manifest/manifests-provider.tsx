import { type ComponentType, createContext, type PropsWithChildren, Suspense, useContext } from 'react'
import type { Locale } from '#kit/locale.ts'
import type { Section } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import type { ConsoleManifest, DoubtfulWord, FoundPage, MemberPartNames, Slots } from './console-manifest.ts'

/**
 * What the modules' manifests say, for parts of the kit that need it: names for the log, doubtful words, slots. The kit
 * may import neither the modules nor the shell that collects them, so the shell passes the collection down by context.
 */
const Manifests = createContext<readonly ConsoleManifest[] | null>(null)

export function ManifestsProvider({
  manifests,
  children,
}: PropsWithChildren<{ manifests: readonly ConsoleManifest[] }>) {
  return <Manifests value={manifests}>{children}</Manifests>
}

/** Throws outside the shell: an empty collection would silently name nothing and mark nothing. */
const useManifests = (): readonly ConsoleManifest[] => {
  const manifests = useContext(Manifests)
  if (!manifests) throw new Error('No manifests: the console’s shell provides them')
  return manifests
}

/** What is done to records of any kind; a module's manifest has the words for what only it does. */
const commonActions: Readonly<Record<string, () => string>> = {
  create: m.audit_did_create,
  update: m.audit_did_update,
  remove: m.audit_did_remove,
  publish: m.audit_did_publish,
  draft: m.draft_did_save,
  discard: m.draft_did_discard,
  hide: m.audit_did_hide,
  trash: m.audit_did_trash,
  restore: m.audit_did_restore,
  destroy: m.audit_did_destroy,
  upload: m.audit_did_upload,
}

const unnamed = new Set<string>()

/** The word itself where there is no name: lines of the log outlive the module that wrote them. */
const spoken = (kind: string, word: string, name: (() => string) | undefined): string => {
  if (name) return name()
  if (!unnamed.has(`${kind} ${word}`)) console.warn(`No module’s manifest names the ${kind} ${word} of the log.`)
  unnamed.add(`${kind} ${word}`)
  return word
}

/** Names of what the log has. */
export interface LogNames {
  entityName: (entity: string) => string
  /** In the words of the module whose kind of record it was done to: modules use one word for different acts. */
  actionName: (action: string, entity: string) => string
  /** Every kind of record that a module names. */
  entities: readonly { value: string; label: string }[]
}

export const logNamesOf = (manifests: readonly ConsoleManifest[]): LogNames => {
  const entities: Record<string, () => string> = Object.assign({}, ...manifests.map((manifest) => manifest.entities))
  const actions: Record<string, () => string> = Object.assign(
    {},
    commonActions,
    ...manifests.map((manifest) => manifest.actions),
  )
  const own = Object.fromEntries(
    manifests.flatMap(({ entities = {}, actions }) => Object.keys(entities).map((entity) => [entity, actions])),
  )
  return {
    entityName: (entity) => spoken('entity', entity, entities[entity]),
    actionName: (action, entity) => spoken('action', action, own[entity]?.[action] ?? actions[action]),
    entities: Object.entries(entities).map(([value, name]) => ({ value, label: name() })),
  }
}

export const useLogNames = (): LogNames => logNamesOf(useManifests())

export type FindDoubtfulWords = (text: string, locale: Locale) => readonly DoubtfulWord[]

const finders = new WeakMap<readonly ConsoleManifest[], FindDoubtfulWords>()

/** Finds the doubtful words of a text, in order, by the rules of every module that has some; always the same function. */
export const useDoubtfulWords = (): FindDoubtfulWords => {
  const manifests = useManifests()
  const known = finders.get(manifests)
  if (known) return known
  const rules = manifests.flatMap(({ doubtfulWords }) => doubtfulWords ?? [])
  const find: FindDoubtfulWords = (text, locale) =>
    rules.flatMap((rule) => rule(text, locale)).sort((one, other) => one.from - other.from)
  finders.set(manifests, find)
  return find
}

/** Finds public pages by words, in every module that has some. */
export const useFindPages = (): ((words: string, signal: AbortSignal) => Promise<readonly FoundPage[]>) => {
  const manifests = useManifests()
  return async (words, signal) =>
    (await Promise.all(manifests.flatMap(({ findPages }) => findPages?.(words, signal) ?? []))).flat()
}

/** What a section that rights are given for is called: as its first place, else as its manifest names it. */
export const useSectionName = (): ((section: string) => string) => {
  const manifests = useManifests()
  const places = manifests.flatMap((manifest) => manifest.places ?? [])
  return (section) => {
    const [first] = places.filter(({ scope }) => scope === section).sort((one, other) => one.position - other.position)
    const named = manifests.map(({ scopes }) => scopes?.[section as Section]).find((name) => name !== undefined)
    return (first?.label ?? named)?.() ?? section
  }
}

/** The names of what modules show on the page of a member, by key. */
export const useMemberParts = (): Readonly<Record<string, MemberPartNames>> =>
  Object.assign({}, ...useManifests().map(({ memberParts }) => memberParts))

/** What other modules add to a place in a screen, in the order of the manifests. */
export function Slot<Name extends keyof Slots>({ name, ...given }: { name: Name } & Slots[Name]) {
  const components = useManifests().flatMap(({ slots }) => slots?.[name] ?? []) as ComponentType<object>[]
  return components.map((Component, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the manifests, and so their order, never change.
    <Suspense key={index} fallback={null}>
      <Component {...given} />
    </Suspense>
  ))
}
