import type { PaletteAct } from '#console/kit/manifest/console-manifest.ts'
import { mayWrite } from '#kit/scopes.ts'
import { acts } from '../manifests/manifests.ts'

/** What the desk has a button for, for an account with these scopes. */
export const deskActs = (scopes: readonly string[]): readonly PaletteAct[] =>
  acts.filter(({ onDesk, scope }) => onDesk && mayWrite(scopes, scope))
