import type { SiteLocations } from './site-locations.ts'
import program from './wake-program.ts?script'

/**
 * The script that hydrates React, and loads the fonts that `link[data-faces]` names (src/ui/fonts.tsx): when they are
 * loaded, they and their sheet are applied in one step, so the page is laid out once. On a first visit they are
 * requested after load and the first paint: earlier requests would share the bandwidth with the first screen, which
 * fallback fonts of the same metrics show until then. A browser with the sheet in its cache has the fonts too, and uses
 * them at once; so does a page that hydrates at once. `bringFaces` may be called again: no font is requested twice.
 *
 * Pictures below the first screen wait until the fonts are there, and so does hydration where nobody has touched the
 * page: on a slow line they would share it with the text that is being read. `data-held` on the root element holds them
 * (src/ui/picture.module.css); it goes with the fonts, with the first scroll, touch or key, or 12 s after load.
 *
 * The text is the same in every page, so one CSP hash allows it. What differs is in the data block `#page`, which no
 * browser runs. Before hydration no other script is requested; links, forms and details work as HTML. It hydrates at
 * the first touch, or a moment after load, so that painting and the font requests have begun before: all at once is
 * slow on a small machine. With `saveData` it never hydrates.
 */
export const wakeScript = program

/**
 * Runs in the head of every page that hydrates late: a browser may lay out the body, and ask for its pictures, before the
 * script at its end has run.
 */
export const holdScript = `document.documentElement.dataset.held=''`

/** What the script finds in the data block. */
export interface WakeData {
  wake: 'idle' | 'now'
  /** The router's settings. */
  context: object
  /** Loader data in the router's own encoding. */
  state: string
  /** where sites are, unless as usual. */
  locations?: SiteLocations
  /** Style sheets the document has; the router must not ask for them again. */
  sheets: string[]
  /** Addresses of the manifest, of each matched route's modules, of the entry and of what the entry imports. */
  manifest: string
  routes: [id: string, modules: string[]][]
  entry: string
  ahead: string[]
}

/** JSON escaped for a script element: nothing in it ends the element or opens a comment. */
export const toDataBlock = (data: WakeData): string =>
  `<script type="application/json" id="page">${JSON.stringify(data).replace(/[<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`
