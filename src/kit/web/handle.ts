/** What a route says about its pages in `export const handle`; a child's word counts over its parent's. */
export interface PageHandle {
  /** A site with routes of its own: a link to another one fetches that document. Empty for what all sites share. */
  site?: string
  /** The page is the home page of the site of that name, which is its address too where another site is first. */
  home?: string
  /** A document of its own, as for a policy that no other page has: a link to it, and one from it, fetches a document. */
  alone?: boolean
  /** When React hydrates: `idle` after load and idle or at the first touch or key, `now` with the page. */
  wake?: 'idle' | 'now'
  /**
   * The page is the same for everybody and answered from the tag cache. `apart`: anybody can invent addresses of it
   * that answer, so it has a small room of its own there and pushes no other page out.
   */
  cached?: boolean | 'apart'
  /** Query keys that change the page; all others are dropped before it is made. */
  query?: readonly string[]
  /** Runs in the head before anything is painted; allowed by its hash. A constant of the source, never made of data. */
  script?: string
}

/** Default of a page without a handle: never cached, hydrated at once. */
const undescribed: Required<PageHandle> = {
  site: '',
  home: '',
  alone: false,
  wake: 'now',
  cached: false,
  query: [],
  script: '',
}

export const mergeHandles = (handles: readonly unknown[]): Required<PageHandle> =>
  Object.assign({}, undescribed, ...handles)
