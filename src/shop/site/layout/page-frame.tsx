import { Outlet } from 'react-router'
import { Failure } from './page-failure.tsx'

/** Around every page within the frame: a page that fails keeps header and footer. */
export default function PageFrame() {
  return <Outlet />
}

export { Failure as ErrorBoundary }
