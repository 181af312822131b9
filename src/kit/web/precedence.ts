/**
 * React's name for the rank of the style sheets of routes. The document's own have it too, so that those of pages
 * navigated to come after them: the first sheet of all declares the order of the cascade layers (layers.css).
 */
export const sheetPrecedence = 'route'

/**
 * What the browser has of the router's manifest, as far as it is about style sheets. They have a field of their own
 * beside the router's `css`: for those it would add a link for the time of loading and take it out again, React would
 * find that link and believe that the sheet is in the document, and the page would stay without it.
 */
export interface RouteManifest {
  /** Addresses of style sheets, by the id of the route. */
  sheets: Record<string, string[]>
}
