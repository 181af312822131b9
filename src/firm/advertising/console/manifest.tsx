import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { findDoubtfulWords } from '../rules.ts'

export const manifest: ConsoleManifest = {
  doubtfulWords: findDoubtfulWords,
}
