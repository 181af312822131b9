/** What a route says about its pages in `export const handle`; a child's word counts over its parent's. */
export interface PageHandle {
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
const undescribed: Required<PageHandle> = { wake: 'now', cached: false, query: [], script: '' }

export const mergeHandles = (handles: readonly unknown[]): Required<PageHandle> =>
  Object.assign({}, undescribed, ...handles)
