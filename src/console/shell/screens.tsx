import { Outlet, useMatches } from 'react-router'
import { Id } from '#kit/contract.ts'
import { Missing } from './screens/screen-failure.tsx'

/** Between shell and screens: what breaks in a screen is said in its place, and the shell stays. */
export { ScreenFailure as ErrorBoundary } from './screens/screen-failure.tsx'

/**
 * An `:id` in an address is that of a record. Any other word there (`/console/boards/codes`) is a screen that does not
 * exist: it must not be asked for as a record, since the API may have a route of that name.
 */
export default function Screens() {
  const id = useMatches().at(-1)?.params.id
  return id === undefined || Id.safeParse(id).success ? <Outlet /> : <Missing />
}
