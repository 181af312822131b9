import { Outlet, useMatches } from 'react-router'
import { Id } from '#kit/contract.ts'
import { Missing } from './screens/screen-failure.tsx'

/** Error boundary between shell and screens, so that the shell survives a failing screen. */
export { ScreenFailure as ErrorBoundary } from './screens/screen-failure.tsx'

/**
 * Requires `:id` to be a record id. Any other word (`/console/boards/codes`) is an unknown screen; calling the API with
 * it could hit a route of that name.
 */
export default function Screens() {
  const id = useMatches().at(-1)?.params.id
  return id === undefined || Id.safeParse(id).success ? <Outlet /> : <Missing />
}
