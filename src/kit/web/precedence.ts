/**
 * React's name for the rank of the style sheets of routes. The document's own bear it too, so that those of pages one
 * comes to later stand behind them: the first sheet of all says in which order the layers rank (layers.css).
 */
export const sheetPrecedence = 'route'
