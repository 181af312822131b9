import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

/** Companies manage their own products; in the console they appear only in the audit log. */
export const manifest: ConsoleManifest = { entities: { products: m.products_entity } }
