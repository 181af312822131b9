import type { CallInput, Contract } from '../contract.ts'
import type { Context } from './context.ts'

/**
 * Calls that the routes of a contract take, by the names of the routes: a module's `factory.ts` exports them as
 * `samples`, and tests of every route start from them. Needed for each route with a body, except the ones that follow
 * from `create` (`update`, `remove` and those of drafts), and for members' routes that name a record. Made anew for each call; what the call refers to is
 * made in `context`, which has the account that calls.
 */
export type Samples<C extends Contract> = {
  readonly [Name in keyof C]?: (context: Context) => CallInput<C[Name]> | Promise<CallInput<C[Name]>>
}
