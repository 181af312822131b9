import { Outlet } from 'react-router'
import { Failure } from './failure.tsx'

/** Error boundary within the frame: a failing page keeps the header and footer. */
export default function PageFrame() {
  return <Outlet />
}

export { Failure as ErrorBoundary }
