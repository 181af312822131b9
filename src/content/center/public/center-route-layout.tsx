import { Outlet } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { AccountPageFrame } from '#people/account/layout/account-page-frame.tsx'
import { accountHandle } from '#people/account/theme/account-theme.ts'

export { AccountPageFailure as ErrorBoundary } from '#people/account/layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '#people/account/layout/frame-data.ts'

export const handle: PageHandle = { ...accountHandle, cached: true }

/** Layout of the customer center. It belongs to all sites and takes the theme of the site visited last. */
export default function CenterLayout() {
  return (
    <AccountPageFrame>
      <Outlet />
    </AccountPageFrame>
  )
}
