import type { Scope } from '#console/kit/manifest.ts'
import { Notice } from '#console/kit/notice.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { scopeName } from './navigation.ts'

/** The address is there, the permission is not: says which one, and who can give it. */
export function Forbidden({ scope }: { scope: Scope }) {
  return (
    <Screen title={m.shell_forbidden_title()} refused>
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
