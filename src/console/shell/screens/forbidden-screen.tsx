import type { Scope } from '#console/kit/manifest/console-manifest.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import { scopeName } from '../navigation/navigation.ts'

/** Missing permission: names the required scope and who can grant it. */
export function ForbiddenScreen({ scope }: { scope: Scope }) {
  return (
    <Screen title={m.shell_forbidden_title()} isFailure>
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
