import { Outlet } from 'react-router'
import { Failure } from './page-failure.tsx'

/** Wraps every page within the layout, so that a failing page keeps header and footer. */
export default function PageFrame() {
  return <Outlet />
}

export { Failure as ErrorBoundary }
