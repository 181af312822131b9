import { Link } from 'react-router'
import { getLanguageName } from '#content/site/language-links.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import {
  AccountLink,
  LanguageMenu,
  SearchLink,
  WaitingTasksLink,
} from '#content/site/site-shell/header/header-tools.tsx'
import { SiteHeader } from '#content/site/site-shell/header/site-header.tsx'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useCartCount } from '../cart/cart-store.ts'
import styles from './shop-header.module.css'
import { createMenu } from './shop-menu.ts'
import { cartPath } from './shop-paths.ts'
import { shopSite } from './shop-site.ts'

/** Cart link with the number of products. */
function CartLink() {
  const count = useCartCount()
  return (
    <Link className={styles.cartLink} to={localizePath(cartPath)}>
      <Icon name="bag" />
      <VisuallyHidden>{count > 0 ? m.shop_cart_count({ count }) : m.shop_cart()}</VisuallyHidden>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}

export function Header({ frame }: { frame: SiteShellData }) {
  // The search page belongs to the firm's site and also finds products; without the firm there is no search.
  const search = frame.modules.firm && <SearchLink to={localizePath('/auction-search')} isElsewhere />
  return (
    <SiteHeader
      site={shopSite}
      menu={createMenu(frame)}
      compact={
        <>
          {search}
          <CartLink />
        </>
      }
      tools={
        <>
          {search}
          <LanguageMenu>
            {getLanguageName()}
            <Icon name="chevron-down" small />
          </LanguageMenu>
          <CartLink />
          <WaitingTasksLink />
          <AccountLink />
        </>
      }
    />
  )
}
