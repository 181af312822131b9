import type { SiteLocations } from '../addresses/site-locations.ts'
import program from './hydrate-program.ts?script'

/**
 * Inline script that hydrates React and loads the fonts listed in `link[data-faces]` (src/ui/fonts.tsx). Once loaded,
 * the fonts and their sheet are applied in one step, so that the page is laid out only once. On a first visit they are
 * requested after load and the first paint: earlier requests would compete for bandwidth with the first screen, which
 * uses fallback fonts with the same metrics until then. A browser with the sheet in its cache also has the fonts and
 * uses them immediately; so does a page that hydrates immediately. `applyFonts` may be called again: no font is
 * requested twice.
 *
 * Pictures below the first screen wait until the fonts are loaded, and so does hydration unless the visitor has touched
 * the page: on a slow line they would compete with the text being read. `data-held` on the root element holds them
 * (src/ui/media/picture.module.css); it is removed once the fonts are loaded, at the first scroll, touch or key press, or 12
 * s after load.
 *
 * The script text is the same in every page, so that one CSP hash allows it. Page-specific data is in the data block
 * `#page`, which browsers do not execute. No other script is requested before hydration; links, forms and details work
 * as HTML. Hydration starts at the first touch, or shortly after load, once painting and font requests have begun:
 * everything at the same time is slow on a small machine. With `saveData` the page never hydrates.
 */
export const hydrateScript = program

/**
 * Runs in the head of every page with late hydration: a browser may lay out the body and request its pictures before
 * the script at its end has run.
 */
export const earlyHeadScript = `document.documentElement.dataset.held=''`

/** Content of the data block. */
export interface HydrationData {
  hydrate: 'idle' | 'now'
  /** Settings of the router. */
  context: object
  /** Loader data in the router's encoding. */
  state: string
  /** Locations of the sites; absent if default. */
  locations?: SiteLocations
  /** Style sheets inlined in the document; the router must not request them again. */
  sheets: string[]
  /** URLs of the manifest, of each matched route's modules, of the entry, and of the entry's imports. */
  manifest: string
  routes: [id: string, modules: string[]][]
  entry: string
  ahead: string[]
}

/** Serializes JSON for a script element, escaped so that nothing ends the element or opens a comment. */
export const toDataBlock = (data: HydrationData): string =>
  `<script type="application/json" id="page">${JSON.stringify(data).replace(/[<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`
