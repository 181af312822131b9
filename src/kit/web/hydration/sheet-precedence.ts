/**
 * React's `precedence` for route style sheets. The document's own sheets have it too, so that sheets of later pages
 * come after them: the very first sheet declares the order of cascade layers (layers.css).
 */
export const sheetPrecedence = 'route'

/**
 * Style sheet part of the browser's route manifest. It is separate from the router's `css` field: for those, the router
 * would add a temporary link and remove it after loading. React would find that link, assume the sheet is in the
 * document, and leave the page unstyled.
 */
export interface RouteManifest {
  /** Style sheet URLs by route id. */
  sheets: Record<string, string[]>
}
