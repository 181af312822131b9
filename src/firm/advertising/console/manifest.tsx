import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { findDoubtfulWords } from '../rules.ts'

export const manifest: ConsoleManifest = {
  doubtfulWords: findDoubtfulWords,
}
