import { Anchor, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Screen } from '#console/kit/screen/screen.tsx'
import { m } from '#messages/messages.js'
import { Choices } from './choices.tsx'
import { Colours } from './colours.tsx'
import { Feedback } from './feedback.tsx'
import { Fields } from './fields.tsx'
import { Floats } from './floats.tsx'
import { Marks } from './marks.tsx'
import { Type } from './type.tsx'

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
