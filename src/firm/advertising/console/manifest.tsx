import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { findAdvertisingWords } from '../rules.ts'

export const manifest: ConsoleManifest = {
  doubtfulWords: findAdvertisingWords,
}
