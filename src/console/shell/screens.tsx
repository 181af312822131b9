import { Outlet } from 'react-router'

/** Between shell and screens: what breaks in a screen is said in its place, and the shell stays. */
export { ScreenFailure as ErrorBoundary } from './failure.tsx'

export default function Screens() {
  return <Outlet />
}
