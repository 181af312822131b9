import { m } from '#messages/messages.js'
import { type Scope, scopeName } from '../navigation.ts'
import { Notice } from '../notice.tsx'
import { Screen } from '../screen.tsx'

/** The address is there, the permission is not: says which one, and who can give it. */
export function Forbidden({ scope }: { scope: Scope }) {
  return (
    <Screen title={m.shell_forbidden_title()}>
      <Notice
        title={m.shell_forbidden_title()}
        text={
          <>
            {m.shell_forbidden_needs({ scope: scopeName(scope) })}
            <br />
            {m.shell_forbidden_who()}
          </>
        }
        back
      />
    </Screen>
  )
}
