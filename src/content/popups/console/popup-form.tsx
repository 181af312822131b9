import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { TimedStateMark } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import { PopupInput } from '../contract.ts'
import { listPopupFieldGroups } from './popup-fields.tsx'
import { PopupPreview } from './popup-preview.tsx'
import { blank, resource, toInput } from './popup-resource.tsx'

export default function PopupForm() {
  return (
    <FormScreen
      resource={resource}
      asideWidth={424}
      schema={PopupInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.popups_create()}
      back={{ to: '/console/popups', label: m.popups_title() }}
      state={(popup) => <TimedStateMark of={popup} />}
      fork={(values) => ({ ...values, visible: false })}
      aside={(values) => <PopupPreview popup={values} />}
      groups={listPopupFieldGroups}
    />
  )
}
