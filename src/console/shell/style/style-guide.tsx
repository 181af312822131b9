import { Anchor, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Screen } from '#console/kit/screen/screen.tsx'
import { m } from '#messages/messages.js'
import { Choices } from './choice-samples.tsx'
import { Colours } from './color-samples.tsx'
import { Feedback } from './feedback-samples.tsx'
import { Fields } from './field-samples.tsx'
import { Marks } from './mark-samples.tsx'
import { Floats } from './popover-samples.tsx'
import { Type } from './type-samples.tsx'

/** Style guide: every part of the console in every state, in the current color scheme. */
export default function Style() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Screen
      title={m.shell_place_style()}
      note={m.style_note()}
      actions={
        <>
          <Anchor href="/console/style/public" size="sm">
            {m.style_public()}
          </Anchor>
          <SegmentedControl
            aria-label={m.shell_scheme()}
            value={colorScheme}
            onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
            data={[
              { value: 'light', label: m.shell_scheme_light() },
              { value: 'dark', label: m.shell_scheme_dark() },
              { value: 'auto', label: m.shell_scheme_auto() },
            ]}
          />
        </>
      }
    >
      <Colours />
      <Type />
      <Marks />
      <Choices />
      <Fields />
      <Floats />
      <Feedback />
    </Screen>
  )
}
