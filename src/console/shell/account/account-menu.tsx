import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { m } from '#messages/messages.js'
import styles from '../account.module.css'
import { AccountChoices } from './account-choices.tsx'
import { useMe } from './use-me.ts'

/** Menu with the account, appearance, language and log-out. */
export function AccountMenu() {
  const [open, setOpen] = useState(false)
  const { data } = useMe()
  const name = data?.me.name
  return (
    <Popover opened={open} onChange={setOpen} position="right-end" width={264} trapFocus returnFocus offset={8}>
      <Popover.Target>
        <UnstyledButton
          className={styles.seal}
          aria-label={name ? m.shell_account({ name }) : m.shell_account_nobody()}
          onClick={() => setOpen(!open)}
        >
          <NameAvatar name={name ?? ''} size={32} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.shell_account_nobody()}>
        <AccountChoices onNavigate={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
