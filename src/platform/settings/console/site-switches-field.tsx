import { Switch } from '@mantine/core'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'
import { ModuleSwitches } from '../contract.ts'
import { siteAddressesOf } from '../rules.ts'
import styles from './site-switches-field.module.css'

const sites = [
  { key: 'firm', label: m.settings_module_firm, path: '/firm' },
  { key: 'match', label: m.settings_module_match, path: '/match' },
  { key: 'auction', label: m.settings_module_auction, path: '/auction' },
  { key: 'shop', label: m.settings_module_shop, path: '/shop' },
] as const

/** Switches of the public sites, each with its address. */
export function SiteSwitchesField() {
  const { value, set } = usePath('modules')
  const { value: home } = usePath('home')
  const { value: matchHost } = usePath('matchHost')
  const { data } = ModuleSwitches.safeParse(value)
  if (!data) return null
  const { rootSite, ownHost } = siteAddressesOf({
    modules: data,
    home: home === 'match' ? home : 'firm',
    matchHost: typeof matchHost === 'string' && matchHost !== '' ? matchHost : null,
  })
  const getSiteAddress = (key: string, path: string) =>
    ownHost?.site === key ? ownHost.host : key === rootSite ? '/' : path
  return (
    <ul className={styles.sites}>
      {sites.map(({ key, label, path }, index) => (
        <li key={key}>
          <Switch
            {...(index === 0 && { id: fieldId('modules') })}
            checked={data[key]}
            label={label()}
            onChange={({ currentTarget }) => set({ ...data, [key]: currentTarget.checked })}
          />
          <span className={styles.path}>{getSiteAddress(key, path)}</span>
          {!data[key] && <span className={styles.off}>{m.settings_module_off()}</span>}
        </li>
      ))}
    </ul>
  )
}
