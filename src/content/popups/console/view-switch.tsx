import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'

/** Switches between list and calendar; the choice is in the URL. */
export function ViewSwitch() {
  const [parameters, setParameters] = useSearchParams()
  return (
    <SegmentedControl
      aria-label={m.list_views()}
      value={parameters.get('view') === 'calendar' ? 'calendar' : 'list'}
      onChange={(view) => setParameters(view === 'calendar' ? { view } : {})}
      data={[
        { value: 'list', label: m.popups_view_list() },
        { value: 'calendar', label: m.popups_view_calendar() },
      ]}
    />
  )
}
