import '#content/site/site-shell/site-tokens.css'
import '#match/site/layout/tokens.css'
import { Outlet } from 'react-router'

/** Gives Match's member pages its own colors, within the common member frame. */
export default function MemberMatchFrame() {
  return (
    <div data-marketplace="" data-face="match">
      <Outlet />
    </div>
  )
}
