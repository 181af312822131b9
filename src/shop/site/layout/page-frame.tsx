import { Outlet } from 'react-router'
import { Failure } from './page-failure.tsx'

/** Error boundary inside the layout: a failing page keeps header and footer. */
export default function PageFrame() {
  return <Outlet />
}

export { Failure as ErrorBoundary }
