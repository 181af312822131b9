import type { PaletteAct } from '#console/kit/manifest/console-manifest.ts'
import { mayWrite } from '#kit/scopes.ts'
import { acts } from '../manifests/manifests.ts'

/** Actions with a button on the desk, for an account with these scopes. */
export const deskActs = (scopes: readonly string[]): readonly PaletteAct[] =>
  acts.filter(({ onDesk, scope }) => onDesk && mayWrite(scopes, scope))
