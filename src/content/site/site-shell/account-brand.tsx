import type { AccountBrand } from '#people/account/theme/account-theme.ts'
import './site-tokens.css'
import './account-brand.css'
import { localizePath } from '../localize-path.ts'
import { chooseAccountSite } from './account-site.ts'
import { SiteLogo } from './header/site-logo.tsx'
import { getLogoName } from './site-identity.ts'

/** Account pages in the theme that Match, auction and shop share. */
export const accountBrand: AccountBrand = {
  name: 'marketplace',
  sites: ['match', 'auction', 'shop'],
  home: ({ setting }) => localizePath(chooseAccountSite(setting.modules).home),
  title: ({ setting }) => getLogoName(chooseAccountSite(setting.modules)),
  Logo: ({ frame: { setting } }) => <SiteLogo site={chooseAccountSite(setting.modules)} />,
}
