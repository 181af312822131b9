import { getLanguageName } from '#content/site/language-links.tsx'
import { m } from '#messages/messages.js'
import type { AccountFrame } from '#people/account/theme/account-theme.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { localizePath } from '../localize-path.ts'
import { chooseAccountSite } from './account-site.ts'
import { AccountLink, LanguageMenu, SearchLink, WaitingTasksLink } from './header/header-tools.tsx'
import { SiteHeader } from './header/site-header.tsx'
import { SiteFooter } from './layout/site-footer.tsx'
import { listAllSitesMenu } from './site-menu.ts'

/** Header and footer of account pages in the theme that Match, auction and shop share. */
export const accountFrame: AccountFrame = {
  name: 'marketplace',
  Header: ({ frame: { setting } }) => {
    // The site search is part of the firm's site.
    const search = setting.modules.firm && <SearchLink to={localizePath('/auction-search')} isElsewhere />
    return (
      <SiteHeader
        site={chooseAccountSite(setting.modules)}
        menu={listAllSitesMenu(setting)}
        compact={search}
        tools={
          <>
            {search}
            <LanguageMenu>
              {getLanguageName()}
              <Icon name="chevron-down" small />
            </LanguageMenu>
            <WaitingTasksLink />
            <AccountLink />
          </>
        }
      />
    )
  },
  Footer: ({ frame: { setting, year } }) => (
    <SiteFooter
      site={chooseAccountSite(setting.modules)}
      frame={{ setting, modules: setting.modules, year }}
      demonstration={m.hall_demonstration()}
    />
  ),
}
