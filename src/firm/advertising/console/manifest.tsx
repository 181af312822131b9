import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'
import { findAdvertisingWords } from '../rules.ts'

export const manifest: ConsoleManifest = {
  doubtfulWords: findAdvertisingWords,
}
