import { Outlet } from 'react-router'
import { PageFailure } from './page-failure.tsx'

/** Error boundary inside the frame, so that a failing page keeps header and footer. */
export default function PageFrame() {
  return <Outlet />
}

export { PageFailure as ErrorBoundary }
