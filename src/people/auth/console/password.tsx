import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { PasswordForm } from './password-form.tsx'
import { Protection } from './protection.tsx'
import { Sessions } from './sessions.tsx'

/** The own password, and where one is logged in. */
export default function Password() {
  return (
    <Screen title={m.common_place_password()}>
      <PasswordForm />
      <Protection />
      <Sessions />
    </Screen>
  )
}
