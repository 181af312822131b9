import { createScope } from '../cache/scope.ts'
import type { Source, TagCache } from '../cache/tag-cache.ts'
import { Context, publicScope } from '../server/context.ts'
import type { Kernel } from '../server/kernel.ts'
import { type Addresses, usualAddresses } from './site-locations.ts'

/** Milliseconds until it is asked again what could not be read. */
const pause = 500
const key = 'addresses'

/**
 * Where the sites are, as something the cache keeps: read once, made again when the settings change, taken from its
 * last good copy on disk while the database is away.
 */
export const addressSource = (
  { services }: Kernel,
  read: ((context: Context) => Promise<Addresses>) | undefined,
): Source => ({
  name: 'addresses',
  vary: '',
  keyOf: () => null,
  async make() {
    const scope = createScope()
    const context = new Context(services, Object.assign(scope, { ...publicScope('ko'), tags: scope.tags }))
    const body = Buffer.from(JSON.stringify((await read?.(context)) ?? usualAddresses))
    return { status: 200, headers: { 'content-type': 'application/json' }, body, scope }
  },
})

export interface AddressWatch {
  /** To be called when the settings may have changed. */
  look(): Promise<void>
  close(): void
}

/** Tells of addresses that differ from the usual ones, and of every change after that. */
export const watchAddresses = (
  cache: TagCache,
  source: Source,
  onChange: (addresses: Addresses) => void,
): AddressWatch => {
  let known = JSON.stringify(usualAddresses)
  let again: ReturnType<typeof setTimeout> | undefined
  const look = async (): Promise<void> => {
    const { status, representations } = cache.fresh(source, key) ?? (await cache.obtain(source, key))
    const text = representations.identity.body.toString()
    if (status === 200 && text !== known) {
      known = text
      // The cache holds what `addressSource` made, nothing else.
      onChange(JSON.parse(text) as Addresses)
    }
    // An old copy, or none at all.
    clearTimeout(again)
    if (!cache.fresh(source, key)) again = setTimeout(() => void look(), pause).unref()
  }
  return { look, close: () => clearTimeout(again) }
}
