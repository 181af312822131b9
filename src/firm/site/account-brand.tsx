import type { AccountBrand } from '#people/account/theme/account-theme.ts'
import { foreign } from '#ui/language.ts'
import { Logo } from './logo.tsx'
import { place } from './place.ts'

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
