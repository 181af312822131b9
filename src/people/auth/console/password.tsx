import { Screen } from '#console/kit/screen/screen.tsx'
import { m } from '#messages/messages.js'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'
import { TwoStepStatus } from './two-step-status.tsx'

/** Own password and sessions. */
export default function Password() {
  return (
    <Screen title={m.common_place_password()}>
      <PasswordForm />
      <TwoStepStatus />
      <Sessions />
    </Screen>
  )
}
