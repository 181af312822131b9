import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import type { Template } from '#firm/templates/contract.ts'
import { m } from '#messages/messages.js'
import { useTemplates } from './reply-client.ts'
import styles from './reply-composer.module.css'

export function TemplateMenu({
  practice,
  chosen,
  choose,
}: {
  practice: string | null
  chosen: string
  choose: (template: Template) => void
}) {
  const templates = useTemplates(practice)
  return (
    <Menu position="top-end" width={280}>
      <Menu.Target>
        <UnstyledButton className={styles.template}>
          {chosen ? m.forms_reply_template({ name: chosen }) : m.forms_reply_templates()} <Icon name="down" size={12} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.templates}>
        {templates.length === 0 && <Menu.Label>{m.forms_reply_template_none()}</Menu.Label>}
        {templates.map((template) => (
          <Menu.Item key={template._id} onClick={() => choose(template)}>
            {template.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/console/templates" leftSection={<Icon name="pencil" size={14} />}>
          {m.forms_reply_template_edit()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
