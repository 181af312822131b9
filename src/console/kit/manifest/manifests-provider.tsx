import { type ComponentType, createContext, type PropsWithChildren, Suspense, useContext } from 'react'
import type { Locale } from '#kit/locale.ts'
import type { Section } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import type { ConsoleManifest, DoubtfulWord, FoundPage, MemberPartNames, Slots } from './console-manifest.ts'

/**
 * Makes the modules' manifests available to the kit by context: log names, doubtful words, slots. The kit must not
 * import the modules or the shell that collects them.
 */
const Manifests = createContext<readonly ConsoleManifest[] | null>(null)

export function ManifestsProvider({
  manifests,
  children,
}: PropsWithChildren<{ manifests: readonly ConsoleManifest[] }>) {
  return <Manifests value={manifests}>{children}</Manifests>
}

/** Throws outside the shell; an empty collection would silently name and mark nothing. */
const useManifests = (): readonly ConsoleManifest[] => {
  const manifests = useContext(Manifests)
  if (!manifests) throw new Error('No manifests: the console’s shell provides them')
  return manifests
}

/** Labels of actions common to all records; a module's manifest names its own. */
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

const warned = new Set<string>()

/** Falls back to the raw word: log lines outlive the module that wrote them. */
const nameOrWord = (kind: string, word: string, name: (() => string) | undefined): string => {
  if (name) return name()
  if (!warned.has(`${kind} ${word}`)) console.warn(`No module’s manifest names the ${kind} ${word} of the log.`)
  warned.add(`${kind} ${word}`)
  return word
}

/** Names for the audit log. */
export interface LogNames {
  entityName: (entity: string) => string
  /** Prefers the labels of the entity's module: modules use the same word for different actions. */
  actionName: (action: string, entity: string) => string
  /** All named entities. */
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
    entityName: (entity) => nameOrWord('entity', entity, entities[entity]),
    actionName: (action, entity) => nameOrWord('action', action, own[entity]?.[action] ?? actions[action]),
    entities: Object.entries(entities).map(([value, name]) => ({ value, label: name() })),
  }
}

export const useLogNames = (): LogNames => logNamesOf(useManifests())

export type FindDoubtfulWords = (text: string, locale: Locale) => readonly DoubtfulWord[]

const finders = new WeakMap<readonly ConsoleManifest[], FindDoubtfulWords>()

/** Returns a function that finds doubtful words in text order, by the rules of all modules; referentially stable. */
export const useDoubtfulWords = (): FindDoubtfulWords => {
  const manifests = useManifests()
  const cached = finders.get(manifests)
  if (cached) return cached
  const rules = manifests.flatMap(({ doubtfulWords }) => doubtfulWords ?? [])
  const find: FindDoubtfulWords = (text, locale) =>
    rules.flatMap((rule) => rule(text, locale)).sort((one, other) => one.from - other.from)
  finders.set(manifests, find)
  return find
}

/** Returns a function that searches public pages in all modules. */
export const useFindPages = (): ((words: string, signal: AbortSignal) => Promise<readonly FoundPage[]>) => {
  const manifests = useManifests()
  return async (words, signal) =>
    (await Promise.all(manifests.flatMap(({ findPages }) => findPages?.(words, signal) ?? []))).flat()
}

/** Returns a function that names a section: by its first place, else by its manifest. */
export const useSectionName = (): ((section: string) => string) => {
  const manifests = useManifests()
  const places = manifests.flatMap((manifest) => manifest.places ?? [])
  return (section) => {
    const [first] = places.filter(({ scope }) => scope === section).sort((one, other) => one.position - other.position)
    const named = manifests.map(({ scopes }) => scopes?.[section as Section]).find((name) => name !== undefined)
    return (first?.label ?? named)?.() ?? section
  }
}

/** Names of the modules' parts of a member's page, by key. */
export const useMemberParts = (): Readonly<Record<string, MemberPartNames>> =>
  Object.assign({}, ...useManifests().map(({ memberParts }) => memberParts))

/** Renders what modules add to a slot, in manifest order. */
export function Slot<Name extends keyof Slots>({ name, ...slotProps }: { name: Name } & Slots[Name]) {
  const components = useManifests().flatMap(({ slots }) => slots?.[name] ?? []) as ComponentType<object>[]
  return components.map((Component, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the manifests, and so their order, never change.
    <Suspense key={index} fallback={null}>
      <Component {...slotProps} />
    </Suspense>
  ))
}
