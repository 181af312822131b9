import { m } from '#messages/messages.js'
import type { Popup } from '../contract.ts'

export const skinLabels: Record<Popup['skin'], () => string> = {
  basic: m.popups_skin_basic,
  bar: m.popups_skin_bar,
  modal: m.popups_skin_modal,
}

/** Returns paths as text: '첫 화면, /business/building'. */
export const formatPaths = (paths: readonly string[]): string =>
  paths.length === 0
    ? m.popups_paths_all()
    : paths.map((path) => (path === '/' ? m.popups_paths_home() : path)).join(', ')
