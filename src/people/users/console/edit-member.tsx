import { useParams } from 'react-router'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { m } from '#messages/messages.js'
import { MemberChange } from '../contract-members.ts'
import { changes, localeOptions, MemberStateMark, useGrantableLevels } from './resource.tsx'

/** Name, contact, language and level of an account. */
export default function EditMember() {
  const levels = useGrantableLevels()
  const { id = '' } = useParams()
  return (
    <FormScreen
      resource={changes}
      schema={MemberChange}
      blank={{ name: '', email: null, phone: null, locale: 'ko', levelId: '' }}
      toInput={({ name, email, phone, locale, level }) => ({
        name,
        email,
        phone: phone && formatPhone(phone),
        locale,
        levelId: level._id,
      })}
      name={({ name }) => name}
      newTitle={m.users_edit()}
      back={{ to: `/console/users/${id}`, label: m.users_back_to() }}
      state={({ state }) => <MemberStateMark state={state} />}
      review
      groups={[
        {
          title: m.users_group_account(),
          fields: [
            { kind: 'text', name: 'name', label: m.users_name(), room: 'half' },
            { kind: 'choice', name: 'levelId', label: m.users_level(), help: m.users_level_help(), options: levels },
            { kind: 'choice', name: 'locale', label: m.users_locale(), options: localeOptions },
          ],
        },
        {
          title: m.users_group_contact(),
          fields: [
            { kind: 'text', name: 'email', label: m.users_email(), help: m.users_contact_help(), room: 'half' },
            { kind: 'text', name: 'phone', label: m.users_phone(), room: 'half' },
          ],
        },
      ]}
    />
  )
}
