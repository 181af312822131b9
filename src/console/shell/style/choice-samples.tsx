import { Button, Checkbox, Radio, SegmentedControl, Switch, Tabs } from '@mantine/core'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { Family, Sample } from './sample.tsx'
import styles from './style-guide.module.css'

export function Choices() {
  return (
    <Family title={m.style_choices()}>
      <Sample name={m.style_button_main()}>
        <Button variant="filled" color="action">
          {m.style_word_save()}
        </Button>
        <Button variant="filled" color="action" leftSection={<Icon name="add" />}>
          {m.common_act_write()}
        </Button>
        <Button variant="filled" color="action" disabled>
          {m.style_word_saving()}
        </Button>
      </Sample>
      <Sample name={m.style_button_outline()}>
        <Button>{m.style_word_preview()}</Button>
        <Button leftSection={<Icon name="download" />}>{m.style_word_export()}</Button>
        <Button size="xs">{m.style_word_chip()}</Button>
        <Button disabled>{m.style_word_preview()}</Button>
        <span>{m.style_word_reason()}</span>
      </Sample>
      <Sample name={m.style_button_quiet()}>
        <Button variant="subtle">{m.style_word_undo()}</Button>
        <Button variant="subtle" data-harm>
          {m.style_word_remove()}
        </Button>
        <Button variant="default" data-harm>
          {m.style_word_remove()}
        </Button>
      </Sample>
      <Sample name={m.style_checkbox()}>
        <Checkbox label={m.style_word_off()} />
        <Checkbox label={m.style_word_on()} defaultChecked />
        <Checkbox label={m.style_word_some()} indeterminate />
        <Checkbox label={m.style_word_disabled()} disabled />
        <Checkbox label={m.style_word_disabled()} disabled defaultChecked />
      </Sample>
      <Sample name={m.style_radio()}>
        <Radio.Group defaultValue="one" aria-label={m.style_radio()}>
          <div className={styles.parts}>
            <Radio value="one" label={m.style_word_on()} />
            <Radio value="two" label={m.style_word_off()} />
            <Radio value="three" label={m.style_word_disabled()} disabled />
          </div>
        </Radio.Group>
      </Sample>
      <Sample name={m.style_switch()}>
        <Switch label={m.style_word_on()} defaultChecked />
        <Switch label={m.style_word_off()} />
        <Switch label={m.style_word_disabled()} disabled />
      </Sample>
      <Sample name={m.style_segments()}>
        <SegmentedControl
          aria-label={m.style_segments()}
          data={[m.style_word_all(), m.style_word_mine(), m.style_word_some()]}
        />
      </Sample>
      <Sample name={m.style_tabs()}>
        <Tabs className={styles.wide} defaultValue="all">
          <Tabs.List>
            <Tabs.Tab value="all">{m.style_word_all()} 412</Tabs.Tab>
            <Tabs.Tab value="mine">{m.style_word_mine()} 31</Tabs.Tab>
            <Tabs.Tab value="draft">{m.common_state_draft()} 24</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      </Sample>
    </Family>
  )
}
