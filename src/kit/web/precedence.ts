/**
 * React's name for the rank of the style sheets of routes. The document's own have it too, so that those of pages
 * navigated to come after them: the first sheet of all declares the order of the cascade layers (layers.css).
 */
export const sheetPrecedence = 'route'
