import type { CallInput, Contract } from '../../contract.ts'
import type { Context } from '../context.ts'

/**
 * Valid calls of a contract's routes by route name. A module's `factory.ts` exports them as `samples`, and the tests of
 * all routes start from them. Required for every route with a body, except those derived from `create` (`update`,
 * `remove` and drafts), and for member routes that name a record. Created anew for each call; records that the call
 * refers to are created in `context`, which belongs to the calling account.
 */
export type Samples<C extends Contract> = {
  readonly [Name in keyof C]?: (context: Context) => CallInput<C[Name]> | Promise<CallInput<C[Name]>>
}
