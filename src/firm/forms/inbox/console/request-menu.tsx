import { ActionIcon, Menu } from '@mantine/core'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import type { FormRequest } from '../../contract.ts'
import styles from './request-pane.module.css'

interface RequestMenuProps {
  request: FormRequest
  /** Undefined for accounts with read access only, like `close`. */
  assignToSelf: (() => void) | undefined
  close: (() => void) | undefined
}

/** Menu of less frequent actions. */
export function RequestMenu({ request, assignToSelf, close }: RequestMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon className={styles.more} aria-label={m.forms_desk_more()}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {assignToSelf && (
          <Menu.Item leftSection={<Icon name="pin" />} rightSection={<kbd>A</kbd>} onClick={assignToSelf}>
            {m.forms_act_take()}
          </Menu.Item>
        )}
        {close && (
          <Menu.Item
            leftSection={<Icon name="archive" />}
            rightSection={<kbd>C</kbd>}
            disabled={request.state === 'closed'}
            onClick={close}
          >
            {m.forms_act_close()}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="copy" />}
          onClick={() => void navigator.clipboard.writeText(request.number)}
        >
          {m.forms_desk_copy()}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="file" />} onClick={() => window.print()}>
          {m.forms_print()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
