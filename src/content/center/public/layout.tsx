import { Outlet } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { accountHandle } from '#people/account/dress.ts'
import { Frame } from '#people/account/frame.tsx'

export { AccountPageFailure as ErrorBoundary } from '#people/account/failure.tsx'
export { keepFrame as clientLoader, loadFrame as loader } from '#people/account/frame-data.ts'

export const handle: PageHandle = { ...accountHandle, cached: true }

/** The customer centre belongs to all sites and has the look of the one that was visited last. */
export default function CenterLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
