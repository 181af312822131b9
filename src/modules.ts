import { type Resource, resource } from '#kit/server/context.ts'
import { audit } from '#modules/audit/contract.ts'
import { auditHandlers } from '#modules/audit/server.ts'
import { auth } from '#modules/auth/contract.ts'
import { authHandlers } from '#modules/auth/server.ts'
import { banners } from '#modules/banners/contract.ts'
import { bannerHandlers } from '#modules/banners/server.ts'
import { boards } from '#modules/boards/contract.ts'
import { boardHandlers } from '#modules/boards/server.ts'
import { comments } from '#modules/comments/contract.ts'
import { commentHandlers } from '#modules/comments/server.ts'
import { dashboard } from '#modules/dashboard/contract.ts'
import { dashboardHandlers } from '#modules/dashboard/server.ts'
import { forms } from '#modules/forms/contract.ts'
import { formHandlers } from '#modules/forms/server.ts'
import { lawyers } from '#modules/lawyers/contract.ts'
import { lawyerHandlers } from '#modules/lawyers/server.ts'
import { media } from '#modules/media/contract.ts'
import { mediaHandlers } from '#modules/media/server.ts'
import { messages } from '#modules/messages/contract.ts'
import { messageHandlers } from '#modules/messages/server.ts'
import { offices } from '#modules/offices/contract.ts'
import { officeHandlers } from '#modules/offices/server.ts'
import { pages } from '#modules/pages/contract.ts'
import { pageHandlers } from '#modules/pages/server.ts'
import { popups } from '#modules/popups/contract.ts'
import { popupHandlers } from '#modules/popups/server.ts'
import { practices } from '#modules/practices/contract.ts'
import { practiceHandlers } from '#modules/practices/server.ts'
import { reading } from '#modules/reading/contract.ts'
import { readingHandlers } from '#modules/reading/server.ts'
import { redirects } from '#modules/redirects/contract.ts'
import { redirectHandlers } from '#modules/redirects/server.ts'
import { search } from '#modules/search/contract.ts'
import { searchHandlers } from '#modules/search/server.ts'
import { settings } from '#modules/settings/contract.ts'
import { settingHandlers } from '#modules/settings/server.ts'
import { terms } from '#modules/terms/contract.ts'
import { termsHandlers } from '#modules/terms/server.ts'

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
