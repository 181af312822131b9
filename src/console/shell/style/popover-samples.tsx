import { Button, Drawer, Menu, Modal, Popover, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { showAlert } from '#session/show-alert.ts'
import { openPalette } from '../palette/open-palette.ts'
import { Family, Sample } from './sample.tsx'

export function Floats() {
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const undone = () => Promise.resolve(showSuccess(m.style_word_undone()))
  return (
    <Family title={m.style_floats()}>
      <Sample name={m.style_menus()}>
        <Menu>
          <Menu.Target>
            <Button rightSection={<Icon name="down" />}>{m.style_menu()}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{m.style_word_some()}</Menu.Label>
            <Menu.Item leftSection={<Icon name="publish" />}>{m.common_state_published()}</Menu.Item>
            <Menu.Item leftSection={<Icon name="eyeOff" />}>{m.common_state_hidden()}</Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="trash" />} disabled>
              {m.style_word_remove()}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Popover width={220} trapFocus>
          <Popover.Target>
            <Button>{m.style_popover()}</Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={m.style_popover()}>{m.style_type_sample()}</Popover.Dropdown>
        </Popover>
        <Tooltip label={m.style_word_reason()}>
          <Button>{m.style_tooltip()}</Button>
        </Tooltip>
      </Sample>
      <Sample name={m.style_dialogs()}>
        <Button onClick={() => setDialog(true)}>{m.style_dialog()}</Button>
        <Button onClick={() => setDrawer(true)}>{m.style_drawer()}</Button>
        <Button
          onClick={() =>
            void confirmDestructive({
              title: m.style_confirm_title(),
              text: m.style_confirm_text(),
              label: m.style_word_remove(),
            })
          }
        >
          {m.style_confirm()}
        </Button>
        <Button onClick={() => void showAlert(m.error_forbidden())}>{m.style_alert()}</Button>
        <Button onClick={() => openPalette()}>{m.style_palette()}</Button>
      </Sample>
      <Sample name={m.style_toasts()}>
        <Button onClick={() => showSuccess(m.style_toast_done())}>{m.style_toast_done_name()}</Button>
        <Button onClick={() => showSuccess(m.style_toast_done(), undone)}>{m.style_toast_undo_name()}</Button>
        <Button onClick={() => showError(m.style_toast_wrong())}>{m.style_toast_wrong_name()}</Button>
      </Sample>
      <Modal
        opened={dialog}
        onClose={() => setDialog(false)}
        title={m.style_dialog()}
        closeButtonProps={{ 'aria-label': m.shell_close() }}
      >
        {m.style_type_sample()}
      </Modal>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        title={m.style_drawer()}
        closeButtonProps={{ 'aria-label': m.shell_close() }}
      >
        {m.style_type_sample()}
      </Drawer>
    </Family>
  )
}
