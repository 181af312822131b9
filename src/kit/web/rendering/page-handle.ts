/** Page properties that a route declares in `export const handle`; a child route overrides its parent. */
export interface PageHandle {
  /** Site with its own route group: a link to another site loads a new document. Empty for routes shared by all sites. */
  site?: string
  /** The page is the home page of this site; also its path segment if another site is at `/`. */
  home?: string
  /** Separate document, for example because of its own policy: links to and from it load a new document. */
  alone?: boolean
  /** When React hydrates: `idle` after load and idle or at the first touch or key press, `now` immediately. */
  hydrate?: 'idle' | 'now'
  /**
   * The page is the same for everyone and is served from the tag cache. `apart`: clients can invent URLs that it
   * answers, so it gets a small separate pool and cannot evict other pages.
   */
  cached?: boolean | 'apart'
  /** Query keys that affect the page; all others are dropped before rendering. */
  query?: readonly string[]
  /**
   * Script that runs in the head before the first paint, allowed by its hash. Must be a constant of the source, never
   * built from data.
   */
  script?: string
}

/** Defaults of a page without a handle: never cached, hydrated immediately. */
const defaultHandle: Required<PageHandle> = {
  site: '',
  home: '',
  alone: false,
  hydrate: 'now',
  cached: false,
  query: [],
  script: '',
}

export const mergeHandles = (handles: readonly unknown[]): Required<PageHandle> =>
  Object.assign({}, defaultHandle, ...handles)
