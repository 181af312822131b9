import { banners } from '#content/banners/contract.ts'
import { bannerHandlers } from '#content/banners/server.ts'
import { boards } from '#content/boards/contract.ts'
import { boardHandlers } from '#content/boards/server.ts'
import { comments } from '#content/comments/contract.ts'
import { commentHandlers } from '#content/comments/server.ts'
import { pages } from '#content/pages/contract.ts'
import { pageHandlers } from '#content/pages/server.ts'
import { popups } from '#content/popups/contract.ts'
import { popupHandlers } from '#content/popups/server.ts'
import { reading } from '#content/reading/contract.ts'
import { readingHandlers } from '#content/reading/server.ts'
import { forms } from '#firm/forms/contract.ts'
import { formHandlers } from '#firm/forms/server.ts'
import { lawyers } from '#firm/lawyers/contract.ts'
import { lawyerHandlers } from '#firm/lawyers/server.ts'
import { offices } from '#firm/offices/contract.ts'
import { officeHandlers } from '#firm/offices/server.ts'
import { practices } from '#firm/practices/contract.ts'
import { practiceHandlers } from '#firm/practices/server.ts'
import { audit } from '#kit/audit/contract.ts'
import { media } from '#kit/files/contract.ts'
import { type Resource, resource } from '#kit/server/context.ts'
import { auth } from '#people/auth/contract.ts'
import { authHandlers } from '#people/auth/server.ts'
import { messages } from '#people/messages/contract.ts'
import { messageHandlers } from '#people/messages/server.ts'
import { terms } from '#people/terms/contract.ts'
import { termsHandlers } from '#people/terms/server.ts'
import { auditHandlers } from '#platform/audit/server.ts'
import { dashboard } from '#platform/dashboard/contract.ts'
import { dashboardHandlers } from '#platform/dashboard/server.ts'
import { mediaHandlers } from '#platform/media/server.ts'
import { redirects } from '#platform/redirects/contract.ts'
import { redirectHandlers } from '#platform/redirects/server.ts'
import { search } from '#platform/search/contract.ts'
import { searchHandlers } from '#platform/search/server.ts'
import { settings } from '#platform/settings/contract.ts'
import { settingHandlers } from '#platform/settings/server.ts'

/** The only registry of modules: each contract with its handlers. */
export const modules: readonly Resource[] = [
  resource(auth, authHandlers),
  resource(dashboard, dashboardHandlers),
  resource(boards, boardHandlers),
  resource(reading, readingHandlers),
  resource(comments, commentHandlers),
  resource(forms, formHandlers),
  resource(popups, popupHandlers),
  resource(banners, bannerHandlers),
  resource(pages, pageHandlers),
  resource(lawyers, lawyerHandlers),
  resource(practices, practiceHandlers),
  resource(offices, officeHandlers),
  resource(terms, termsHandlers),
  resource(media, mediaHandlers),
  resource(messages, messageHandlers),
  resource(search, searchHandlers),
  resource(redirects, redirectHandlers),
  resource(settings, settingHandlers),
  resource(audit, auditHandlers),
]

/** Contracts that the loaders of the public faces call, by the name they have there (`src/site/api.ts`). */
export const siteContracts = {
  banners,
  boards,
  comments,
  forms,
  lawyers,
  offices,
  pages,
  popups,
  practices,
  reading,
  search,
  settings,
  terms,
}
