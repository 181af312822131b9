import { Outlet } from 'react-router'
import { Failure } from './failure.tsx'

/** Around every page within the shell: a page that fails leaves header and footer standing. */
export default function PageFrame() {
  return <Outlet />
}

export { Failure as ErrorBoundary }
