import type { AccountBrand } from '#people/account/theme/account-theme.ts'
import { foreign } from '#ui/language.ts'
import { Logo } from './header/firm-logo.tsx'
import { place } from './layout/firm-paths.ts'

/** Account pages in the firm's theme. */
export const accountBrand: AccountBrand = {
  name: 'firm',
  sites: ['firm'],
  home: () => place('/'),
  title: ({ setting }) => setting.name,
  Logo: ({ frame: { setting } }) => (
    <span lang={foreign(setting.lang)}>
      <Logo name={setting.name} />
    </span>
  ),
}
