import { type DraftRoutes, type Drafts, draftsOf } from '#kit/drafts/client.ts'
import { type CrudRoutes, type InputOf, type ItemOf, type ResourceOf, resourceOf } from '#kit/resource.ts'
import { transport } from '#session/session.ts'

/** Typed client of a module's records, called as the account of this tab. */
export const consoleResource = <C extends CrudRoutes>(contract: C): ResourceOf<C> => resourceOf(contract, transport)

/** Same for drafts. */
export const consoleDrafts = <C extends CrudRoutes & DraftRoutes>(contract: C): Drafts<ItemOf<C>, InputOf<C>> =>
  draftsOf(contract, transport)
