import { Outlet } from 'react-router'
import type { PageHandle } from '#kit/web/handle.ts'

export const handle: PageHandle = { wake: 'idle', cached: true }

export default function SiteLayout() {
  return <Outlet />
}
