import { Outlet } from 'react-router'
import { PageFailure } from './page-failure.tsx'

/** Wraps every page within the layout, so that a failing page keeps header and footer. */
export default function PageFrame() {
  return <Outlet />
}

export { PageFailure as ErrorBoundary }
