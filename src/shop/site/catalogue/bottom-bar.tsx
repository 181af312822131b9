import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { localeOfPath } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon, type IconName } from '#ui/controls/icon.tsx'
import { useCartCount, useCartSum } from '../cart/cart-store.ts'
import { formatWon } from '../format/format-sums.ts'
import { createMenu } from '../layout/shop-menu.ts'
import { cartPath, homePath } from '../layout/shop-paths.ts'
import styles from './bottom-bar.module.css'

const icons: Record<string, IconName> = { '/match': 'home', '/auction': 'calendar', [homePath]: 'bag' }

/** Bottom bar on phones: the other sites and the member's pages, or the cart with its sum once it has products. */
export function BottomBar() {
  const { pathname } = useLocation()
  const frame = useRouteLoaderData<SiteShellData>(`${localeOfPath(pathname)}/shop/frame`)
  const isMember = useLoggedIn()
  const [count, sum] = [useCartCount(), useCartSum()]
  if (count > 0)
    return (
      <div className={styles.bar} data-foot="">
        <p className={styles.sum}>
          <b>{m.shop_foot_cart({ count })}</b>
          <span>{formatWon(sum)}</span>
        </p>
        <ButtonLink low to={localizePath(cartPath)}>
          {m.shop_foot_open()}
        </ButtonLink>
      </div>
    )
  const sites = frame ? createMenu(frame).filter(({ to }) => to in icons) : []
  return (
    <nav className={styles.tabs} data-foot="" aria-label={m.shop_foot()}>
      {sites.map(({ title, to }) => (
        <Link
          key={to}
          to={localizePath(to)}
          reloadDocument={to !== homePath}
          aria-current={to === homePath ? 'page' : undefined}
        >
          <Icon name={icons[to] ?? 'bag'} />
          {title}
        </Link>
      ))}
      <Link
        to={isMember ? localizePath('/me') : localizePath(`/login?next=${encodeURIComponent(localizePath('/me'))}`)}
        reloadDocument
      >
        <Icon name="person" />
        {m.shop_foot_me()}
      </Link>
    </nav>
  )
}
