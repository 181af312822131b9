import '#content/site/hall/tokens.css'
import '#match/site/tokens.css'
import { Outlet } from 'react-router'

/** Match's pages of the member are in its own colours, within the frame that all the member's pages have. */
export default function Hall() {
  return (
    <div data-hall="" data-face="match">
      <Outlet />
    </div>
  )
}
