import { SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link } from 'react-router'
import { chooseLocale, consoleLocale } from '#console/kit/console-locale.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { isLocale } from '#kit/i18n.ts'
import { locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { logOut } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import styles from '../account.module.css'
import { useMe } from './use-me.ts'

const isScheme = (value: string) => value === 'light' || value === 'dark' || value === 'auto'

/** Settings of the user: appearance, language, password, log-out. */
export function AccountChoices({ onNavigate }: { onNavigate?: () => void }) {
  const { data } = useMe()
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={styles.choices}>
      {data && (
        <p className={styles.name}>
          <strong>{data.me.name}</strong>
          <span>{data.me.username}</span>
        </p>
      )}
      <div>
        <p className={styles.label} id="choose-scheme">
          {m.shell_scheme()}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="choose-scheme"
          value={colorScheme}
          onChange={(value) => isScheme(value) && setColorScheme(value)}
          data={[
            { value: 'light', label: m.shell_scheme_light() },
            { value: 'dark', label: m.shell_scheme_dark() },
            { value: 'auto', label: m.shell_scheme_auto() },
          ]}
        />
      </div>
      <div>
        <p className={styles.label} id="choose-language">
          {m.shell_language()}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="choose-language"
          value={consoleLocale()}
          onChange={(value) => session && isLocale(value) && chooseLocale(session.userId, value)}
          data={locales.map((locale) => ({ value: locale, label: languageName[locale] }))}
        />
      </div>
      <Link className={styles.act} to="/console/password" onClick={onNavigate}>
        <Icon name="lock" />
        {m.common_place_password()}
      </Link>
      <UnstyledButton className={styles.act} onClick={() => void logOut()}>
        <Icon name="external" />
        {m.shell_log_out()}
      </UnstyledButton>
    </div>
  )
}
