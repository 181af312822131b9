import { transport } from '#account/session.ts'
import { type CrudRoutes, type ResourceOf, resourceOf } from '#kit/resource.ts'

/** A module's records as the console calls them: as whoever is logged in in this tab. */
export const consoleResource = <C extends CrudRoutes>(contract: C): ResourceOf<C> => resourceOf(contract, transport)
