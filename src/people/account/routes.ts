import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, route } = routesIn(import.meta.dirname)

/** Routes per locale; Korean addresses have no locale prefix. */
export const publicRoutes = (locale: Locale) => [
  route('login', 'login/login.tsx', { id: `${locale}/login` }),
  route('join', 'join/layout.tsx', { id: `${locale}/join` }, [
    index('join/choose-kind.tsx', { id: `${locale}/join/kind` }),
    route('consents', 'join/consents.tsx', { id: `${locale}/join/consents` }),
    route('code', 'join/code.tsx', { id: `${locale}/join/code` }),
    route('details', 'join/details.tsx', { id: `${locale}/join/details` }),
    route('done', 'join/done.tsx', { id: `${locale}/join/done` }),
  ]),
  // Outside of the join layout: it needs a document of its own.
  route('join/identity', 'join/identity.tsx', { id: `${locale}/join/identity` }),
  route('recovery', 'recovery/request-recovery.tsx', { id: `${locale}/recovery` }),
  route('recovery/password', 'recovery/recovery-password.tsx', { id: `${locale}/recovery/password` }),
  route('me', 'me/layout.tsx', { id: `${locale}/me` }, [
    index('me/overview.tsx', { id: `${locale}/me/overview` }),
    route('profile', 'me/profile/profile.tsx', { id: `${locale}/me/profile` }),
    route('company', 'me/company/company.tsx', { id: `${locale}/me/company` }),
    route('security', 'me/security/security.tsx', { id: `${locale}/me/security` }),
    route('bookmarks', 'me/bookmarks.tsx', { id: `${locale}/me/bookmarks` }),
    route('consents', 'me/consents/consents.tsx', { id: `${locale}/me/consents` }),
    route('withdraw', 'withdrawal/withdraw.tsx', { id: `${locale}/me/withdraw` }),
  ]),
  route('agree', 'consents/agree.tsx', { id: `${locale}/agree` }),
  route('goodbye', 'withdrawal/goodbye.tsx', { id: `${locale}/goodbye` }),
]
