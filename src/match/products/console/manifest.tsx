import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

/** Companies keep their products themselves; the console meets them in the log alone. */
export const manifest: ConsoleManifest = { entities: { products: m.products_entity } }
