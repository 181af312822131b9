import type { PaletteAction } from '#console/kit/manifest/console-manifest.ts'
import { mayWrite } from '#kit/scopes.ts'
import { paletteActions } from '../manifests/manifests.ts'

/** Actions with a button on the desk, for an account with these scopes. */
export const deskActions = (scopes: readonly string[]): readonly PaletteAction[] =>
  paletteActions.filter(({ onDesk, scope }) => onDesk && mayWrite(scopes, scope))
